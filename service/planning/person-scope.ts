import type { Database } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';
import { type Actor, isAllowed, requireScope, type Scope } from '#service/identity/actor.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';

/** Either of these allows managing other people's working hours and absences. */
export const MANAGING_PERMISSIONS = ['Tasks.Manage', 'Users.Manage'] as const;

export const requireManageableScope = (actor: Actor): Scope =>
  actor.tenantWidePermissions.has('Users.Manage')
    ? { tenantId: actor.tenantId, teamIds: null }
    : requireScope(actor, 'Tasks.Manage');

/** Throws unless the user exists and is in one of the scope's teams (S34). */
export const requireUserInScope = async (db: Database, scope: Scope, userId: number): Promise<void> => {
  if (!(await isUserInScope(db, scope, userId))) throw userNotFound(userId);
};

/** Reasons may be private, so only the user and those who manage the user's absences can see them. */
export const canSeeReasons = async (db: Database, actor: Actor, userId: number): Promise<boolean> =>
  actor.userId === userId ||
  (MANAGING_PERMISSIONS.some((permission) => isAllowed(actor, permission)) &&
    (await isUserInScope(db, requireManageableScope(actor), userId)));

const isUserInScope = (db: Database, { tenantId, teamIds }: Scope, userId: number): Promise<boolean> =>
  hasRow(
    db,
    `select from app_user
     where tenant_id = $1 and user_id = $3
       and ($2::uuid[] is null or exists (
            select from group_member
            where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id
              and group_member.team_id = any($2::uuid[])))`,
    [tenantId, teamIds, userId],
  );
