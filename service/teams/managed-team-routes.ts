import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import {
  ManagedTeam,
  ManagedTeamPage,
  ManagedTeamQuery,
  NewTeam,
  TeamPatch,
} from '#contract/team-management.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { createTeam } from './create-team.ts';
import { editTeam } from './edit-team.ts';
import { listManagedTeams, placeOf, readManagedTeam } from './managed-team-queries.ts';

const TAGS = ['Teams'];

/** /api/v1/teams */
export const managedTeamRoutes =
  ({ db, newId }: { db: Database; newId: () => string }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: ManagedTeamQuery }>(
      '/teams',
      {
        config: { access: 'Teams.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listManagedTeams',
          summary: 'List teams with their settings',
          description: "All teams, or the caller's own teams. Searches title and description.",
          querystring: ManagedTeamQuery,
          response: { 200: ManagedTeamPage },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { after, limit: given, text = '' } = request.query;
        const limit = Number(given ?? limits.page);
        const words = text.split(/\s+/).filter((word) => word !== '');
        const page = { words, after: keyAfter(after), limit };
        const found = await listManagedTeams(db, actor, scopeOf(actor, 'Teams.Read'), page);
        const { rows, next } = pageOf(found, limit, placeOf);
        return sendJson(reply, JSON.stringify({ teams: rows, next }));
      },
    );

    app.post<{ Body: NewTeam }>(
      '/teams',
      {
        config: { access: 'Teams.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createTeam',
          summary: 'Create a team',
          description: 'Requires Teams.Manage for the whole tenant.',
          headers: IdempotencyHeaders,
          body: NewTeam,
          response: { 201: ManagedTeam },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const team = { teamId: newId(), draft: request.body };
        const answer = await runOnce(db, repeatable(request, author), async (trx) =>
          JSON.stringify(await createTeam(trx, author, team)),
        );
        return sendCreated(reply, '/api/v1/teams', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/teams/:id',
      {
        config: { access: 'Teams.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readTeam',
          summary: 'Read a team',
          params: IdParameter,
          response: { 200: ManagedTeam },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        return sendState(
          reply,
          await readManagedTeam(db, actor, scopeOf(actor, 'Teams.Read'), request.params.id),
        );
      },
    );

    app.patch<{ Params: IdParameter; Body: TeamPatch }>(
      '/teams/:id',
      {
        config: { access: 'Teams.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editTeam',
          summary: 'Edit a team',
          description:
            'Tasks cannot be created or assigned in an inactive team. A new title is a change of all tasks of the team.',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: TeamPatch,
          response: { 200: ManagedTeam },
        },
      },
      async (request, reply) => {
        const change = {
          teamId: request.params.id,
          patch: request.body,
          isExpected: preconditionOf(request),
        };
        return sendState(reply, await inTransaction(db, (trx) => editTeam(trx, authorOf(request), change)));
      },
    );
  };
