import type { FastifyInstance, FastifyReply } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  AssociatedTeams,
  TeamsOfWorkbook,
  UsedWorkbooks,
  WorkbooksOfTeam,
} from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { teamIdNotFound } from '#service/teams/team-problems.ts';
import { hasTeam } from '#service/teams/team-queries.ts';
import { entityTagOfSet, listTeamsOf, listWorkbooksOf } from './association-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { setTeamsOfWorkbook } from './set-teams-of-workbook.ts';
import { setWorkbooksOfTeam } from './set-workbooks-of-team.ts';

const TAGS = ['Workbooks'];

/** /api/v1/workbooks/{id}/teams and /api/v1/teams/{id}/workbooks: the same associations from both sides. */
export const associationRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.get<{ Params: IdParameter }>(
    '/workbooks/:id/teams',
    {
      config: { access: 'Workbooks.Read' },
      schema: {
        tags: TAGS,
        operationId: 'listTeamsOfWorkbook',
        summary: 'List the teams that use a workbook',
        description: 'Returns the teams that the caller can see.',
        params: IdParameter,
        response: { 200: AssociatedTeams },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(actorOf(request), 'Workbooks.Read');
      const { id } = await readWorkbook(db, scope, request.params.id);
      const teams = await listTeamsOf(db, scope, id);
      return sendSet(reply, teams, { teams });
    },
  );

  app.put<{ Params: IdParameter; Body: TeamsOfWorkbook }>(
    '/workbooks/:id/teams',
    {
      config: { access: 'Workbooks.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'setTeamsOfWorkbook',
        summary: 'Set the teams that use a workbook',
        description:
          'Replaces the list of teams. Teams that are removed can complete tasks they already have.',
        params: IdParameter,
        headers: ConditionalHeaders,
        body: TeamsOfWorkbook,
        response: { 200: AssociatedTeams },
      },
    },
    async (request, reply) => {
      const change = { workbookId: request.params.id, ...request.body, isExpected: preconditionOf(request) };
      const teams = await inTransaction(db, (trx) => setTeamsOfWorkbook(trx, actorOf(request), change));
      return sendSet(reply, teams, { teams });
    },
  );

  app.get<{ Params: IdParameter }>(
    '/teams/:id/workbooks',
    {
      config: { access: 'Workbooks.Read' },
      schema: {
        tags: TAGS,
        operationId: 'listWorkbooksOfTeam',
        summary: 'List the workbooks that a team uses',
        params: IdParameter,
        response: { 200: UsedWorkbooks },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(actorOf(request), 'Workbooks.Read');
      const { id } = request.params;
      if (!isUuid(id) || !(await hasTeam(db, scope, id))) throw teamIdNotFound(id);
      const workbooks = await listWorkbooksOf(db, scope.tenantId, id);
      return sendSet(reply, workbooks, { workbooks });
    },
  );

  app.put<{ Params: IdParameter; Body: WorkbooksOfTeam }>(
    '/teams/:id/workbooks',
    {
      config: { access: 'Workbooks.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'setWorkbooksOfTeam',
        summary: 'Set the workbooks that a team uses',
        description:
          'Replaces the list of workbooks. Existing tasks with workbooks that are removed can still be completed.',
        params: IdParameter,
        headers: ConditionalHeaders,
        body: WorkbooksOfTeam,
        response: { 200: UsedWorkbooks },
      },
    },
    async (request, reply) => {
      const change = { teamId: request.params.id, ...request.body, isExpected: preconditionOf(request) };
      const workbooks = await inTransaction(db, (trx) => setWorkbooksOfTeam(trx, actorOf(request), change));
      return sendSet(reply, workbooks, { workbooks });
    },
  );
};

const sendSet = (reply: FastifyReply, members: readonly { id: string }[], answer: object) =>
  sendJson(reply.header('etag', entityTagOfSet(members)), JSON.stringify(answer));
