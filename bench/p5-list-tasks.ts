import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import { taskFields } from '#service/tasks/task-fields.ts';
import { buildIndexedPageQuery } from '#service/tasks/task-queries.ts';
import type { Comparison } from './compare-with-baseline.ts';
import { getListTenant, getListTenantName } from './list-tenants.ts';

const PATH = '/api/services/custom/externaltask/getall';
const TASK_COUNT = 100_000;
const DAY_MS = 86_400_000;

const SELECT = `
  select task.task_id, task.external_id, task.title, task.description, task.team_id, team.title as team_title,
         task.workbook_version_id, workbook.name as workbook_name, workbook_version.title as workbook_title,
         workbook_version.version_code, task.assigned_user_id, app_user.user_name, task.start_date, task.due_date,
         task.items_to_inspect, task.custom_properties, task.inspection_id, task.actual_start, task.actual_end,
         task.sent_date, task.created_at, task.modified_at
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version on workbook_version.tenant_id = $1 and workbook_version.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.tenant_id = $1 and not task.is_deleted and task.state = 1 and task.due_date >= $2 and task.due_date < $3
  order by task.due_date nulls first, task.task_id limit 20`;

const FILTER_PATTERN = /datetime'([^']*)' and DueDate lt datetime'([^']*)'/;

export const listTasksComparison: Comparison = {
  id: 'P5',
  work: 'list 20 of 100,000 tasks by state and dates',
  target: { ratio: 0.75 },
  baselineDescription:
    'supports only this query: parses its two dates with a regular expression, runs a fixed statement and serialises with JSON.stringify',
  registerBaseline: (app, pool) => {
    let tenantId: number | undefined;
    const findTenant = async () => {
      const { rows } = await pool.query('select tenant_id from tenant where tenancy_name = $1', [
        getListTenantName(TASK_COUNT),
      ]);
      return rows[0].tenant_id as number;
    };
    app.get<{ Querystring: { $filter: string } }>(PATH, async (request, reply) => {
      const [, from, to] = FILTER_PATTERN.exec(request.query.$filter)!;
      tenantId ??= await findTenant();
      const { rows } = await pool.query({
        name: 'list',
        text: SELECT,
        values: [tenantId, from, to],
      });
      const results = rows.map((task) => ({
        id: task.task_id,
        externalId: task.external_id,
        title: task.title,
        teamName: task.team_title,
        workbookName: task.workbook_name,
        assignedUserName: task.user_name,
        description: task.description,
        startDate: task.start_date,
        dueDate: task.due_date,
        itemsToInspect: task.items_to_inspect,
        state: 'Assigned',
        inspectionId: task.inspection_id,
        workbookId: task.workbook_version_id,
        workbookTitle: task.workbook_title,
        workbookVersionCode: task.version_code,
        assignedUserId: Number(task.assigned_user_id),
        workAreaId: task.team_id,
        workAreaTitle: task.team_title,
        isPublished: true,
        isDeleted: false,
        actualStart: task.actual_start,
        actualEnd: task.actual_end,
        sentDate: task.sent_date,
        creationTime: task.created_at,
        lastModificationTime: task.modified_at,
        ...task.custom_properties,
      }));
      return reply.type('application/json; charset=utf-8').send(
        JSON.stringify({
          success: true,
          result: { results, __count: results.length },
          error: null,
          unAuthorizedRequest: false,
        }),
      );
    });
  },
  getStatements: async (setup) => {
    const { tenantId } = await getListTenant(setup, TASK_COUNT);
    const query = new URL(createDueTaskRequests()[0]!.path, setup.serviceUrl).searchParams;
    const plan = planQuery(parseOptions(Object.fromEntries(query)), taskFields);
    const { sql: text, parameters } = buildIndexedPageQuery(setup.db, { tenantId, teamIds: null }, plan);
    const [, from, to] = FILTER_PATTERN.exec(query.get('$filter')!)!;
    return {
      service: { text, values: parameters, planCacheMode: 'auto' },
      baseline: { text: SELECT, values: [tenantId, from, to], planCacheMode: 'auto' },
    };
  },
  createLoad: async (setup) => ({
    method: 'GET',
    token: (await getListTenant(setup, TASK_COUNT)).token,
    requests: createDueTaskRequests(),
    responseSuffix: '"error":null,"unAuthorizedRequest":false}',
  }),
};

/** Creates requests for the tasks due in a seven-day period, starting at various times in the past three weeks. */
export const createDueTaskRequests = () =>
  Array.from({ length: 200 }, (_, index) => {
    const startMs = Date.now() - (index % 20) * DAY_MS - index * 1_000;
    const [periodStart, periodEnd] = [startMs, startMs + 7 * DAY_MS].map(
      (ms) => `datetime'${new Date(ms).toISOString()}'`,
    );
    const filter = `State eq 'Assigned' and DueDate ge ${periodStart} and DueDate lt ${periodEnd}`;
    return { path: `${PATH}?$filter=${encodeURIComponent(filter)}&$orderby=DueDate&$top=20` };
  });
