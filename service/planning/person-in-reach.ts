import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, isAllowed, type Scope, scopeOf } from '#service/identity/actor.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';

/** Either lets somebody set the hours of others. */
export const MANAGERS = ['Tasks.Manage', 'Users.Manage'] as const;

/** Whose hours the actor may see. */
export const seesPeople = (actor: Actor): Scope => scopeOf(actor, 'Tasks.Read');

/** Whose hours the actor may set: those of who plans a person's team, and everybody's of who manages users. */
export const managesPeople = (actor: Actor): Scope =>
  actor.tenantWide.has('Users.Manage')
    ? { tenantId: actor.tenantId, teamIds: null }
    : scopeOf(actor, 'Tasks.Manage');

/** Throws unless there is such a user, in one of the scope's teams (S34). */
export const mustBeInReach = async (db: Database, scope: Scope, userId: number): Promise<void> => {
  if (!(await isInReach(db, scope, userId))) throw userNotFound(userId);
};

/** Why somebody is away may be private: it is told to whoever may set it, and to the person. */
export const seesReasons = async (db: Database, actor: Actor, userId: number): Promise<boolean> =>
  actor.userId === userId ||
  (MANAGERS.some((permission) => isAllowed(actor, permission)) &&
    (await isInReach(db, managesPeople(actor), userId)));

const isInReach = async (db: Database, { tenantId, teamIds }: Scope, userId: number): Promise<boolean> => {
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
  return found.length > 0;
};
