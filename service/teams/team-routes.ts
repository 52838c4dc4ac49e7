import type { FastifyInstance } from 'fastify';
import { List } from '#contract/envelope.ts';
import { GroupMember, GroupQuery, Groups, Team, TeamReference } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid, parseNumericId } from '#service/http/ids.ts';
import { toListResult } from '#service/http/stream-list.ts';
import { isAllowedIn } from '#service/identity/actor.ts';
import { externalOperations } from '#service/identity/external-operations.ts';
import { groupNotFound, teamIdNotFound } from './team-problems.ts';
import { findMembers, listGroups, listTeams } from './team-queries.ts';

/** /api/services/app/workArea/* and /groups/* (contract, Team endpoints). */
export const teamRoutes = (db: Database) => async (app: FastifyInstance) => {
  const operation = externalOperations(app, 'Teams');

  operation('GET', '/workArea/Get', {
    access: 'Teams.Read',
    operationId: 'listTeams',
    summary: 'List teams',
    returns: List(Team),
    run: async ({ actor, scope }) => {
      const teams = await listTeams(db, scope);
      return toListResult(
        teams.map(({ id, title, description, ...team }) => ({
          id,
          title,
          description,
          teamMembers: [],
          ...team,
          canEdit: isAllowedIn(actor, 'Teams.Manage', id),
        })),
      );
    },
  });

  operation('POST', '/workArea/GetGroups', {
    access: 'Teams.Read',
    operationId: 'listGroups',
    summary: 'List the groups of a team',
    body: TeamReference,
    returns: Groups,
    run: async ({ scope, body: { id } }) => {
      const groups = isUuid(id) ? await listGroups(db, scope, id) : [];
      if (groups.length === 0) throw teamIdNotFound(id);
      return { groups: groups.map(({ group_id, kind }) => ({ groupId: group_id, name: kind })) };
    },
  });

  operation('GET', '/groups/GetMembers', {
    access: 'Teams.Read',
    operationId: 'listGroupMembers',
    summary: 'List the members of a group',
    query: GroupQuery,
    returns: List(GroupMember),
    run: async ({ scope, query: { groupId } }) => {
      const id = parseNumericId(groupId);
      const members = id === undefined ? undefined : await findMembers(db, scope, id);
      if (!members) throw groupNotFound(groupId);
      return toListResult(members);
    },
  });
};
