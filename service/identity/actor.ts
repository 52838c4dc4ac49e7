import { missingPermission } from './identity-problems.ts';
import { type Permission, TENANT_PERMISSIONS } from './permissions.ts';

/** A signed-in person or service user in a tenant, with their current permissions. */
export type Actor = {
  tenantId: number;
  tenancyName: string;
  userId: number;
  userName: string;
  name: string;
  surname: string;
  emailAddress: string | null;
  /** The API token a service user signed in with; null for people. */
  clientId: string | null;
  /** The session whose cookie authenticated the request; null for access tokens and devices. */
  sessionId: string | null;
  /** The device whose cookie authenticated the request, with fewer permissions than its user; null otherwise. */
  deviceId: string | null;
  /** The identity provider the actor signed in with; null for a password or an API token. */
  loginProvider: string | null;
  roles: readonly string[];
  tenantWidePermissions: ReadonlySet<string>;
  teamPermissions: ReadonlySet<string>;
  /** The teams the actor is a member of, in any group. */
  teamIds: readonly string[];
  /** The `floor` in feed_reader when the actor was read. If it has risen since, the actor is stale (decision C13). */
  feedFloor: string;
};

/** The rows a query may access; `teamIds` is null for all rows in the tenant (decision T19). */
export type Scope = { tenantId: number; teamIds: readonly string[] | null };

export const isAllowed = (actor: Actor, permission: Permission): boolean =>
  actor.tenantWidePermissions.has(permission) ||
  (actor.teamPermissions.has(permission) && !TENANT_PERMISSIONS.has(permission));

export const isAllowedIn = (actor: Actor, permission: Permission, teamId: string): boolean =>
  actor.tenantWidePermissions.has(permission) ||
  (actor.teamPermissions.has(permission) && actor.teamIds.includes(teamId));

/** Returns the rows for which the actor has the permission. Throws 403 if there are none. */
export const requireScope = (actor: Actor, permission: Permission): Scope => {
  if (actor.tenantWidePermissions.has(permission)) return { tenantId: actor.tenantId, teamIds: null };
  if (isAllowed(actor, permission)) return { tenantId: actor.tenantId, teamIds: actor.teamIds };
  throw missingPermission(permission);
};
