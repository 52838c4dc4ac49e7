import { randomUUIDv7 } from 'node:crypto';
import type { Comparison } from './compare-with-baseline.ts';
import {
  CUSTOM_PROPERTIES,
  DESCRIPTION,
  getPersonName,
  getTeamName,
  getWorkbookName,
  PEOPLE_PER_TEAM,
  TEAM_COUNT,
  WORKBOOK_COUNT,
} from './fixture.ts';

const PATH = '/api/services/custom/externaltask/post';
const RESPONSE = '{"success":true,"result":null,"error":null,"unAuthorizedRequest":false}';

const INSERT = `
  insert into baseline_task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id,
                          assigned_user_id, start_date, due_date, custom_properties, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)`;

type TaskInput = Record<'externalId' | 'title' | 'description' | 'startDate' | 'dueDate', string> &
  Record<'teamName' | 'workbookName' | 'assignedUserName', string>;

/** Creates requests such as a maintenance system would send, each with a new external ID. */
const createRequests = () =>
  Array.from({ length: TEAM_COUNT * PEOPLE_PER_TEAM }, (_, index) => ({
    path: PATH,
    body: JSON.stringify({
      externalId: 'WO-[<id>]',
      title: 'Inspect the railing',
      teamName: getTeamName(index % TEAM_COUNT),
      workbookName: getWorkbookName(index % WORKBOOK_COUNT),
      assignedUserName: getPersonName(index % TEAM_COUNT, Math.floor(index / TEAM_COUNT)),
      description: DESCRIPTION,
      startDate: '2026-12-01T08:00:00.000Z',
      dueDate: '2026-12-11T16:00:00.000Z',
      ...CUSTOM_PROPERTIES,
    }),
  }));

export const createTaskComparison: Comparison = {
  id: 'P1',
  work: 'create a task',
  target: { ratio: 0.6, p99: 2 },
  baselineDescription:
    'inserts the same row into a copy of the table with its primary key, unique key, indexes and checks, but without foreign keys, change feed or lookup of names',
  registerBaseline: (app, pool, { tenantId, teamId, versionId, userId }) => {
    app.post<{ Body: TaskInput }>(PATH, async (request, reply) => {
      const { externalId, title, description, startDate, dueDate, ...rest } = request.body;
      const { teamName: _team, workbookName: _workbook, assignedUserName: _user, ...customProperties } = rest;
      await pool.query({
        name: 'insert',
        text: INSERT,
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
        ],
      });
      return reply.type('application/json; charset=utf-8').send(RESPONSE);
    });
  },
  createLoad: async (_db, { token }) => ({
    method: 'POST',
    token,
    requests: createRequests(),
    responseSuffix: RESPONSE,
  }),
};
