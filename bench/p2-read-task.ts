import { TASK_STATES } from '#contract/task.ts';
import { statements } from '#service/database/statement.ts';
// Declares the statement.
import '#service/tasks/task-queries.ts';
import type { Comparison } from './compare-with-baseline.ts';
import { getExternalId } from './fill-tasks.ts';

const PATH = '/api/services/custom/externaltask/get';

const SELECT = `
  select task.external_id, task.title, team.title as team_title, workbook.name as workbook_name, app_user.user_name,
         task.description, task.start_date, task.due_date, task.items_to_inspect, task.custom_properties, task.state,
         task.inspection_id
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version on workbook_version.tenant_id = $1 and workbook_version.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.tenant_id = $1 and task.external_id = $2 and not task.is_deleted`;

export const readTaskComparison: Comparison = {
  id: 'P2',
  work: 'read a task',
  target: { ratio: 0.8 },
  baselineDescription:
    'selects the row by its external ID with the names it refers to, and serialises it with JSON.stringify',
  registerBaseline: (app, pool, { tenantId }) => {
    app.post<{ Body: { externalId: string } }>(PATH, async (request, reply) => {
      const { rows } = await pool.query({
        name: 'read',
        text: SELECT,
        values: [tenantId, request.body.externalId],
      });
      const [task] = rows;
      const result = {
        externalId: task.external_id,
        title: task.title,
        teamName: task.team_title,
        workbookName: task.workbook_name,
        assignedUserName: task.user_name ?? undefined,
        description: task.description,
        startDate: task.start_date.toISOString(),
        dueDate: task.due_date?.toISOString(),
        itemsToInspect: task.items_to_inspect,
        state: TASK_STATES[task.state],
        inspectionId: task.inspection_id ?? undefined,
        ...task.custom_properties,
      };
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ success: true, result, error: null, unAuthorizedRequest: false }));
    });
  },
  getStatements: async ({ fixture: { tenantId } }) => ({
    service: {
      text: statements.get('read-tasks')!,
      values: [tenantId, null, `{${getExternalId(1)}}`],
      planCacheMode: 'force_generic_plan',
    },
    baseline: { text: SELECT, values: [tenantId, getExternalId(1)], planCacheMode: 'auto' },
  }),
  createLoad: async ({ fixture: { token, taskCount } }) => ({
    method: 'POST',
    token,
    requests: Array.from({ length: taskCount }, (_, task) => ({
      path: PATH,
      body: JSON.stringify({ externalId: getExternalId(task) }),
    })),
    responseSuffix: '"error":null,"unAuthorizedRequest":false}',
  }),
};
