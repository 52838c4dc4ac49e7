import type { FastifyInstance } from 'fastify';
import { EligiblePeople, MAX_ELIGIBLE_PEOPLE } from '#contract/eligible-person.ts';
import { formatNumber } from '#contract/format-number.ts';
import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { operations } from '#service/identity/operations.ts';
import { CAN_INSPECT } from './plannable.ts';

/** Parameters: $1 tenant, $2 teams (null for all), $3 groups whose members can be assigned tasks, $4 limit. */
const ELIGIBLE_PEOPLE = statement('eligible-people')`
  select app_user.user_id as id, app_user.user_name as "userName", app_user.name, app_user.surname,
         performing.team_ids as "teamIds", ${CAN_INSPECT} as "canInspect"
  from (
    select user_id, array_agg(distinct team_id) as team_ids from group_member
    where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[])) and kind = any($3::text[])
    group by user_id
  ) as performing
  join app_user on app_user.tenant_id = $1 and app_user.user_id = performing.user_id
  where app_user.is_active and not app_user.is_service
  order by lower(app_user.user_name) limit $4`.narrow<{ teamIds: string[] }>();

export const eligiblePeopleRoutes =
  ({ db }: { db: Database }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Planning');

    handle('GET', '/eligible-people', {
      access: 'Tasks.Read',
      operationId: 'listEligiblePeople',
      summary: 'List the people who can be assigned tasks',
      description: `Returns active people in an inspecting group of the teams whose tasks the caller can see, at most ${formatNumber(MAX_ELIGIBLE_PEOPLE)}.`,
      returns: EligiblePeople,
      hasLongResult: true,
      run: async ({ scope }) => {
        const values = [scope.tenantId, scope.teamIds, ASSIGNABLE_GROUPS, MAX_ELIGIBLE_PEOPLE + 1];
        const people = await run(db, ELIGIBLE_PEOPLE, values);
        return {
          people: people.slice(0, MAX_ELIGIBLE_PEOPLE),
          isTruncated: people.length > MAX_ELIGIBLE_PEOPLE,
        };
      },
    });
  };
