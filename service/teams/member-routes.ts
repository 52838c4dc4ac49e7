import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { CandidatePage, ManagedTeamQuery, MemberParameters, TeamGroups } from '#contract/team-management.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { changeMember } from './change-member.ts';
import { listCandidates, listTeamGroups } from './managed-team-queries.ts';
import { teamIdNotFound } from './team-problems.ts';
import { hasTeam } from './team-queries.ts';

const TAGS = ['Teams'];
const MEMBER = '/teams/:id/groups/:group/members/:userId';

/** /api/v1/teams/{id}/groups: the members of a team. */
export const memberRoutes =
  ({ db, actors }: { db: Database; actors: Actors }) =>
  async (app: FastifyInstance) => {
    const change = async (
      request: FastifyRequest<{ Params: MemberParameters }>,
      action: 'add' | 'remove',
    ): Promise<void> => {
      const { id: teamId, group, userId } = request.params;
      const member = { teamId, group, userId: userIdOf({ id: userId }) };
      await inTransaction(db, (trx) => changeMember(trx, authorOf(request), member, action));
      actors.clear();
    };

    app.get<{ Params: IdParameter }>(
      '/teams/:id/groups',
      {
        config: { access: 'Teams.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listTeamGroups',
          summary: 'List the groups of a team with their members',
          params: IdParameter,
          response: { 200: TeamGroups },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Teams.Read');
        return sendJson(reply, JSON.stringify(await listTeamGroups(db, scope, request.params.id)));
      },
    );

    app.get<{ Params: IdParameter; Querystring: ManagedTeamQuery }>(
      '/teams/:id/candidates',
      {
        config: { access: 'Teams.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'listCandidates',
          summary: 'Find users who can become members',
          description: 'The active users of the organisation. Searches user name, name and surname.',
          params: IdParameter,
          querystring: ManagedTeamQuery,
          response: { 200: CandidatePage },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Teams.Manage');
        const { id } = request.params;
        if (!isUuid(id) || !(await hasTeam(db, scope, id))) throw teamIdNotFound(id);
        const { after, limit: given, text = '' } = request.query;
        const limit = Number(given ?? limits.page);
        const words = text.split(/\s+/).filter((word) => word !== '');
        const found = await listCandidates(db, scope.tenantId, { words, after: keyAfter(after), limit });
        const { rows, next } = pageOf(found, limit, ({ userName }) => userName);
        return sendJson(reply, JSON.stringify({ users: rows, next }));
      },
    );

    app.put<{ Params: MemberParameters }>(
      MEMBER,
      {
        config: { access: 'Teams.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'addMember',
          summary: 'Add a user to a group',
          description: 'Does nothing if the user is already a member.',
          params: MemberParameters,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await change(request, 'add');
        return reply.code(204).send();
      },
    );

    app.delete<{ Params: MemberParameters }>(
      MEMBER,
      {
        config: { access: 'Teams.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'removeMember',
          summary: 'Remove a user from a group',
          description:
            'The user can still finish inspections that they have started. Does nothing if the user is not a member.',
          params: MemberParameters,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await change(request, 'remove');
        return reply.code(204).send();
      },
    );
  };
