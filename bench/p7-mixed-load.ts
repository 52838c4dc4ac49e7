import { CHANGES_RESPONSE_END } from './baseline-entry.ts';
import type { Comparison } from './compare-with-baseline.ts';
import { getPersonName, getTeamName, getWorkbookName } from './create-tenant.ts';
import { DESCRIPTION, getExternalId } from './fill-tasks.ts';
import type { Load } from './load.ts';
import { createTaskRequests } from './p1-create-task.ts';
import { readTaskComparison } from './p2-read-task.ts';
import { POLL_PATH } from './p4-empty-poll.ts';
import { listTasksComparison } from './p5-list-tasks.ts';

const EDIT_PATH = '/api/services/custom/externaltask/put';
const RESPONSE = '{"success":true,"result":null,"error":null,"unAuthorizedRequest":false}';

const UPDATE = `
  update baseline_task
  set title = $3, description = $4, team_id = $5, workbook_version_id = $6, assigned_user_id = $7, start_date = $8,
      due_date = $9, items_to_inspect = null, custom_properties = '{}', modified_at = now()
  where tenant_id = $1 and external_id = $2 and not is_deleted`;

type Kind = 'read' | 'create' | 'edit' | 'poll' | 'list';

/** Of twenty requests, fourteen read, two create, one edits, two poll and one lists. */
const MIX: readonly Kind[] = [
  ...(['read', 'create', 'read', 'read', 'poll', 'read', 'read', 'edit', 'read', 'read'] as const),
  ...(['read', 'create', 'read', 'read', 'poll', 'read', 'read', 'list', 'read', 'read'] as const),
];
const REQUEST_COUNT = 12_800;

/** Only tasks in the state Assigned can be edited. The last twentieth of the tasks is in any state. */
const createEditRequests = (taskCount: number): Load['requests'] =>
  Array.from({ length: taskCount / 20 }, (_, index) => taskCount - 1 - index)
    .filter((task) => task % 10 >= 4)
    .map((task) => ({
      path: EDIT_PATH,
      method: 'PUT',
      body: JSON.stringify({
        externalId: getExternalId(task),
        title: 'Inspect the other railing',
        teamName: getTeamName(task % 10),
        workbookName: getWorkbookName(task % 10),
        assignedUserName: getPersonName(task % 10, 0),
        description: DESCRIPTION,
        startDate: '2026-12-02T08:00:00.000Z',
        dueDate: '2026-12-12T16:00:00.000Z',
      }),
    }));

type EditInput = Record<'externalId' | 'title' | 'description' | 'startDate' | 'dueDate', string>;

export const mixedLoadComparison: Comparison = {
  id: 'P7',
  work: 'mixed load: 70% read, 15% create and edit, 10% poll, 5% list',
  target: { ratio: 0.65 },
  baselineDescription:
    'handles each request as in P1, P2, P4 and P5, and edits with one update; it has no change feed, so its polls never return a change',
  connections: 64,
  getSeconds: ({ mixedSeconds }) => mixedSeconds,
  maxEventLoopDelayMs: 50,
  registerBaseline: (app, pool, { tenantId, teamId, versionId, userId }) => {
    app.put<{ Body: EditInput }>(EDIT_PATH, async (request, reply) => {
      const { externalId, title, description, startDate, dueDate } = request.body;
      await pool.query({
        name: 'edit',
        text: UPDATE,
        values: [tenantId, externalId, title, description, teamId, versionId, userId, startDate, dueDate],
      });
      return reply.type('application/json; charset=utf-8').send(RESPONSE);
    });
  },
  createLoad: async (setup) => {
    const { token, taskCount } = setup.fixture;
    const reads = await readTaskComparison.createLoad(setup);
    const lists = await listTasksComparison.createLoad(setup);
    const requests: Record<Kind, Load['requests']> = {
      read: reads.requests,
      create: createTaskRequests(),
      edit: createEditRequests(taskCount),
      poll: [{ path: `${POLL_PATH}?changeToken=[<changeToken>]`, method: 'GET' }],
      list: lists.requests.map((request) => ({ ...request, method: 'GET', token: lists.token })),
    };
    const pick = (index: number) => {
      // Connections start at multiples of 200, so they must not all start with the same kind.
      const kind = MIX[(index + Math.floor(index / 200) * 7) % MIX.length]!;
      return requests[kind][(index * 7_919) % requests[kind].length]!;
    };
    return {
      method: 'POST',
      token,
      requests: Array.from({ length: REQUEST_COUNT }, (_, index) => pick(index)),
      responseSuffix: ['"error":null,"unAuthorizedRequest":false}', CHANGES_RESPONSE_END],
    };
  },
};
