import type { FastifyInstance } from 'fastify';
import { MOST_PERFORMERS, type Performer, Performers } from '#contract/performer.ts';
import { PERFORMING_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { sendJson } from '#service/http/envelope.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';

/** $1 tenant, $2 teams (null: all), $3 groups whose members perform, $4 how many at most. */
const PERFORMERS = `
  select app_user.user_id as id, app_user.user_name as "userName", app_user.name, app_user.surname,
         performing.team_ids as "teamIds"
  from (
    select user_id, array_agg(distinct team_id) as team_ids from group_member
    where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[])) and kind = any($3::text[])
    group by user_id
  ) as performing
  join app_user on app_user.tenant_id = $1 and app_user.user_id = performing.user_id
  where app_user.is_active and not app_user.is_service
  order by lower(app_user.user_name) limit $4`;

/** GET /api/v1/performers: whose tasks one may look for, and to whom one may give them. */
export const performerRoutes =
  ({ db }: { db: Database }) =>
  async (app: FastifyInstance) => {
    app.get(
      '/performers',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Planning'],
          operationId: 'listPerformers',
          summary: 'Who performs tasks that the caller sees',
          description: `Active people who perform tasks of the teams in which the caller sees them, at most ${MOST_PERFORMERS}.`,
          response: { 200: Performers },
        },
      },
      async (request, reply) => {
        const { tenantId, teamIds } = scopeOf(actorOf(request), 'Tasks.Read');
        const values = [tenantId, teamIds, PERFORMING_GROUPS, MOST_PERFORMERS + 1];
        const people = await run<Performer>(db, PERFORMERS, values);
        const found: Performers = {
          people: people.slice(0, MOST_PERFORMERS),
          isCut: people.length > MOST_PERFORMERS,
        };
        return sendJson(reply, JSON.stringify(found));
      },
    );
  };
