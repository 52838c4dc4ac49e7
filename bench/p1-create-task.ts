import { randomUUIDv7 } from 'node:crypto';
import type { Comparison } from './compare-with-baseline.ts';
import {
  getItemName,
  getPersonName,
  getTeamName,
  getWorkbookName,
  PEOPLE_PER_TEAM,
  TEAM_COUNT,
  WORKBOOK_COUNT,
} from './create-tenant.ts';
import { DESCRIPTION } from './fill-tasks.ts';
import { ITEMS_PER_NEW_TASK } from './fixture.ts';

const PATH = '/api/services/custom/externaltask/post';
// With items, the baseline runs another statement, so it needs another path, which the service treats as the same.
const ITEMS_PATH = '/api/services/custom/ExternalTask/Post';
const RESPONSE = '{"success":true,"result":null,"error":null,"unAuthorizedRequest":false}';

const INSERT = `
  insert into baseline_task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id,
                          assigned_user_id, start_date, due_date, custom_properties, state, items_to_inspect)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12)`;

const INSERT_WITH_ITEMS = `
  with created as (${INSERT} returning task_id)
  insert into baseline_task_item (tenant_id, task_id, item_id, position)
  select $1, task_id, item_id, position from created, unnest($13::uuid[]) with ordinality as item (item_id, position)`;

type TaskInput = Record<'externalId' | 'title' | 'description' | 'startDate' | 'dueDate', string> &
  Record<'teamName' | 'workbookName' | 'assignedUserName', string> & { itemsToInspect?: string[] };

/** Custom properties such as a maintenance system would send. */
const CUSTOM_PROPERTIES = {
  Height: 3.2,
  Material: 'galvanised steel',
  LastPainted: '2024-05-17T00:00:00.000Z',
  IsPublicRoad: true,
  CostCentre: '4711-BR',
};

/** Requests such as a maintenance system would send, each with a new external ID. Items vary if there are any. */
export const createTaskRequests = (itemCount = 0) =>
  Array.from({ length: TEAM_COUNT * PEOPLE_PER_TEAM }, (_, index) => ({
    path: itemCount === 0 ? PATH : ITEMS_PATH,
    body: JSON.stringify({
      externalId: 'WO-[<id>]',
      title: 'Inspect the railing',
      teamName: getTeamName(index % TEAM_COUNT),
      workbookName: getWorkbookName(index % WORKBOOK_COUNT),
      assignedUserName: getPersonName(index % TEAM_COUNT, Math.floor(index / TEAM_COUNT)),
      description: DESCRIPTION,
      startDate: '2026-12-01T08:00:00.000Z',
      dueDate: '2026-12-11T16:00:00.000Z',
      ...(itemCount > 0 && {
        itemsToInspect: Array.from({ length: itemCount }, (_, item) =>
          getItemName((index + item * 50) % 100),
        ),
      }),
      ...CUSTOM_PROPERTIES,
    }),
  }));

const compareCreation = (
  itemCount: number,
  { work, baselineDescription }: Pick<Comparison, 'work' | 'baselineDescription'>,
): Comparison => ({
  id: 'P1',
  work,
  target: { ratio: 0.6, p99: 2 },
  baselineDescription,
  registerBaseline: (app, pool, { tenantId, teamId, versionId, userId, itemIds }) => {
    app.post<{ Body: TaskInput }>(itemCount === 0 ? PATH : ITEMS_PATH, async (request, reply) => {
      const { externalId, title, description, startDate, dueDate, ...rest } = request.body;
      const { teamName: _team, workbookName: _workbook, assignedUserName: _user, ...remaining } = rest;
      const { itemsToInspect, ...customProperties } = remaining;
      await pool.query({
        name: itemCount === 0 ? 'insert' : 'insert with items',
        text: itemCount === 0 ? INSERT : INSERT_WITH_ITEMS,
        values: [
          tenantId,
          randomUUIDv7(),
          externalId,
          title,
          description,
          teamId,
          versionId,
          userId,
          startDate,
          dueDate,
          JSON.stringify(customProperties),
          itemsToInspect,
          ...(itemCount === 0 ? [] : [itemIds]),
        ],
      });
      return reply.type('application/json; charset=utf-8').send(RESPONSE);
    });
  },
  createLoad: async ({ fixture: { token } }) => ({
    method: 'POST',
    token,
    requests: createTaskRequests(itemCount),
    responseSuffix: RESPONSE,
  }),
});

export const createTaskComparison = compareCreation(0, {
  work: 'create a task',
  baselineDescription:
    'inserts the same row into a copy of the table with its primary key, unique key, indexes and checks, but without foreign keys, change feed or lookup of names',
});

export const createTaskWithItemsComparison = compareCreation(ITEMS_PER_NEW_TASK, {
  work: `create a task with ${ITEMS_PER_NEW_TASK} items`,
  baselineDescription: 'inserts the task and its two items in one statement, also without lookup of names',
});
