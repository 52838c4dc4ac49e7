import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import {
  teamInactive,
  userCannotInspect,
  userIdNotFound,
  userInactive,
  userNotInTeam,
} from '#service/tasks/task-problems.ts';

type Assignment = { teamId: string; userId: number };

type Candidate = RowOf<typeof LIST_CANDIDATES>;

const LIST_CANDIDATES = statement('list-assignees')`
  select input.team_id, input.user_id, team.title as team_title, team.is_active as team_is_active,
         app_user.user_name, app_user.is_active as user_is_active, membership.*
  from unnest($3::uuid[], $4::bigint[]) as input (team_id, user_id)
  join team on team.tenant_id = $1 and team.team_id = input.team_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = input.user_id
    and ($2::uuid[] is null or exists (
      select from group_member
      where group_member.tenant_id = $1 and group_member.user_id = input.user_id
        and group_member.team_id = any($2::uuid[])))
  cross join lateral (
    select count(*) > 0 as is_member, coalesce(bool_or(kind = any($5::text[])), false) as can_inspect
    from group_member
    where tenant_id = $1 and group_member.team_id = input.team_id and group_member.user_id = input.user_id
  ) as membership`.narrow<{ team_id: string; user_id: number; is_member: boolean }>();

type AssignmentError = { subject: 'team' | 'assignee'; problem: Problem };

/** Returns a function that looks up the error for an assignment (decisions T6, T7). */
export const checkAssignments = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  assignments: readonly Assignment[],
): Promise<(assignment: Assignment) => AssignmentError | undefined> => {
  const createKey = ({ teamId, userId }: Assignment) => `${teamId} ${userId}`;
  const distinctAssignments = [
    ...new Map(assignments.map((assignment) => [createKey(assignment), assignment])).values(),
  ];
  const candidates =
    distinctAssignments.length === 0
      ? []
      : await run(db, LIST_CANDIDATES, [
          tenantId,
          teamIds,
          distinctAssignments.map(({ teamId }) => teamId),
          distinctAssignments.map(({ userId }) => userId),
          ASSIGNABLE_GROUPS,
        ]);
  const errors = new Map(
    candidates.map((candidate) => [
      createKey({ teamId: candidate.team_id, userId: candidate.user_id }),
      findAssignmentError(candidate),
    ]),
  );
  return (assignment) => errors.get(createKey(assignment));
};

const findAssignmentError = (candidate: Candidate): AssignmentError | undefined => {
  const { user_id, user_name, team_title } = candidate;
  if (!candidate.team_is_active) return { subject: 'team', problem: teamInactive(team_title) };
  const problem =
    user_name === null
      ? userIdNotFound(user_id)
      : !candidate.user_is_active
        ? userInactive(user_name)
        : !candidate.is_member
          ? userNotInTeam(user_name, team_title)
          : !candidate.can_inspect
            ? userCannotInspect(user_name, team_title)
            : undefined;
  return problem && { subject: 'assignee', problem };
};
