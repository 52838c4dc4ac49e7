import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';

/** Whose hours the actor may see. */
export const seesPeople = (actor: Actor): Scope => scopeOf(actor, 'Tasks.Read');

/** Whose hours the actor may set: those of who plans a person's team, and everybody's of who manages users. */
export const managesPeople = (actor: Actor): Scope =>
  actor.tenantWide.has('Users.Manage')
    ? { tenantId: actor.tenantId, teamIds: null }
    : scopeOf(actor, 'Tasks.Manage');

/** Throws unless there is such a user, in one of the scope's teams (S34). */
export const mustBeInReach = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  userId: number,
): Promise<void> => {
  const found = await run(
    db,
    `select from app_user
     where tenant_id = $1 and user_id = $3
       and ($2::uuid[] is null or exists (
            select from group_member
            where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id
              and group_member.team_id = any($2::uuid[])))`,
    [tenantId, teamIds, userId],
  );
  if (found.length === 0) throw userNotFound(userId);
};
