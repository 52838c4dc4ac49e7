import type { FastifyInstance } from 'fastify';
import { List, ResponseEnvelope } from '#contract/envelope.ts';
import { GroupMember, GroupQuery, Groups, Team, TeamReference } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { bindNames, knownNames } from '#service/http/bind-names.ts';
import { bindQuery } from '#service/http/bind-query.ts';
import { sendJson, succeeded } from '#service/http/envelope.ts';
import { isUuid, parseNumericId } from '#service/http/ids.ts';
import { listJson } from '#service/http/stream-list.ts';
import { isAllowedIn, scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { groupNotFound, teamIdNotFound } from './team-problems.ts';
import { findMembers, listGroups, listTeams } from './team-queries.ts';

const TAGS = ['Teams'];
const REFERENCE_NAMES = knownNames(['id']);
const GROUP_QUERY_NAMES = knownNames(['groupId']);

/** /api/services/app/workArea/* and /groups/* (contract, Team endpoints). */
export const teamRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.get(
    '/workArea/Get',
    {
      config: { access: 'Teams.Read' },
      schema: {
        tags: TAGS,
        operationId: 'listTeams',
        summary: 'List teams',
        response: { 200: ResponseEnvelope(List(Team)) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const teams = await listTeams(db, scopeOf(actor, 'Teams.Read'));
      const results = teams.map((team) => ({
        id: team.team_id,
        title: team.title,
        description: team.description,
        teamMembers: [],
        activeTasksCount: team.active_tasks,
        isActive: team.is_active,
        canEdit: isAllowedIn(actor, 'Teams.Manage', team.team_id),
      }));
      return sendJson(reply, succeeded(listJson(results)));
    },
  );

  app.post<{ Body: TeamReference }>(
    '/workArea/GetGroups',
    {
      config: { access: 'Teams.Read' },
      schema: {
        tags: TAGS,
        operationId: 'listGroups',
        summary: 'List the groups of a team',
        body: TeamReference,
        response: { 200: ResponseEnvelope(Groups) },
      },
      preValidation: async (request) => {
        request.body = bindNames(request.body, REFERENCE_NAMES) as TeamReference;
      },
    },
    async (request, reply) => {
      const { id } = request.body;
      const groups = isUuid(id) ? await listGroups(db, scopeOf(actorOf(request), 'Teams.Read'), id) : [];
      if (groups.length === 0) throw teamIdNotFound(id);
      const results = groups.map(({ group_id, kind }) => ({ groupId: group_id, name: kind }));
      return sendJson(reply, succeeded(JSON.stringify({ groups: results })));
    },
  );

  app.get<{ Querystring: GroupQuery }>(
    '/groups/GetMembers',
    {
      config: { access: 'Teams.Read' },
      schema: {
        tags: TAGS,
        operationId: 'listGroupMembers',
        summary: 'List the members of a group',
        querystring: GroupQuery,
        response: { 200: ResponseEnvelope(List(GroupMember)) },
      },
      preValidation: async (request) => {
        request.query = bindQuery(request.query, GROUP_QUERY_NAMES) as GroupQuery;
      },
    },
    async (request, reply) => {
      const { groupId } = request.query;
      const id = parseNumericId(groupId);
      const members =
        id === undefined ? undefined : await findMembers(db, scopeOf(actorOf(request), 'Teams.Read'), id);
      if (!members) throw groupNotFound(groupId);
      const results = members.map((member) => ({
        id: member.user_id,
        userName: member.user_name,
        name: member.name,
        surname: member.surname,
        emailAddress: member.email_address ?? '',
      }));
      return sendJson(reply, succeeded(listJson(results)));
    },
  );
};
