import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { CandidatePage, ManagedTeamQuery, MemberParameters, TeamGroups } from '#contract/team-management.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actors } from '#service/identity/actors.ts';
import { operations } from '#service/identity/operations.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import { changeMember } from './manage-team.ts';
import { listCandidates, listTeamGroups } from './managed-team-queries.ts';
import { teamIdNotFound } from './team-problems.ts';
import { hasTeam } from './team-queries.ts';

const MEMBER_PATH = '/teams/:id/groups/:group/members/:userId';

export const memberRoutes =
  ({ db, actors }: { db: Database; actors: Actors }) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Teams');

    handle('GET', '/teams/:id/groups', {
      access: 'Teams.Read',
      operationId: 'listTeamGroups',
      summary: "List a team's groups with their members",
      params: IdParameter,
      returns: TeamGroups,
      run: ({ scope, params }) => listTeamGroups(db, scope, params.id),
    });

    list('/teams/:id/candidates', {
      access: 'Teams.Manage',
      operationId: 'listCandidates',
      summary: 'Find users who can become members',
      description:
        "Returns the organisation's active users. `text` is matched against the user name, the name and the surname.",
      params: IdParameter,
      query: ManagedTeamQuery,
      returns: CandidatePage,
      rows: 'users',
      keyOf: ({ userName }) => userName,
      run: async ({ scope, params, query }, page) => {
        const { id } = params;
        if (!isUuid(id) || !(await hasTeam(db, scope, id))) throw teamIdNotFound(id);
        return listCandidates(db, scope.tenantId, { text: query.text, ...page });
      },
    });

    write('PUT', MEMBER_PATH, {
      access: 'Teams.Manage',
      operationId: 'addMember',
      summary: 'Add a user to a group',
      description: 'Does nothing if the user is already a member.',
      params: MemberParameters,
      run: (trx, { auditedActor, params }) => changeMember(trx, auditedActor, parseMember(params), 'add'),
      afterCommit: () => actors.clear(),
    });

    write('DELETE', MEMBER_PATH, {
      access: 'Teams.Manage',
      operationId: 'removeMember',
      summary: 'Remove a user from a group',
      description:
        'The user can still finish inspections that they have already started. Does nothing if the user is not a member.',
      params: MemberParameters,
      run: (trx, { auditedActor, params }) => changeMember(trx, auditedActor, parseMember(params), 'remove'),
      afterCommit: () => actors.clear(),
    });
  };

const parseMember = ({ id, group, userId }: MemberParameters) => ({
  teamId: id,
  group,
  userId: parseUserId({ id: userId }),
});
