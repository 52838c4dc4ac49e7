import { permissionMissing } from './identity-problems.ts';
import { type Permission, TENANT_PERMISSIONS } from './permissions.ts';

/** Who asks: a person or service user of one tenant, and what they may do now. */
export type Actor = {
  tenantId: number;
  tenancyName: string;
  userId: number;
  userName: string;
  name: string;
  surname: string;
  emailAddress: string | null;
  /** The API token by which a service user signed in; null for people. */
  clientId: string | null;
  /** The session by whose cookie the actor came; null for who sent an access token, and for a device. */
  sessionId: string | null;
  /** The device by whose cookie the actor came, which may do less than its person; null for everybody else. */
  deviceId: string | null;
  /** The identity provider by which the actor signed in; null for a password or an API token. */
  loginProvider: string | null;
  roles: readonly string[];
  /** Permissions over the whole tenant. */
  tenantWide: ReadonlySet<string>;
  /** Permissions within the actor's teams. */
  withinTeams: ReadonlySet<string>;
  /** The teams the actor is a member of, in any group. */
  teamIds: readonly string[];
  /** The floor of feed_reader, read with the rest: when it has risen, the rest is out of date (decision C13). */
  feedFloor: string;
};

/** What a query may touch: one tenant, and within it everything (`teamIds` null) or the named teams (decision T19). */
export type Scope = { tenantId: number; teamIds: readonly string[] | null };

export const isAllowed = (actor: Actor, permission: Permission): boolean =>
  actor.tenantWide.has(permission) ||
  (actor.withinTeams.has(permission) && !TENANT_PERMISSIONS.has(permission));

/** Whether the permission reaches a certain team. */
export const isAllowedIn = (actor: Actor, permission: Permission, teamId: string): boolean =>
  actor.tenantWide.has(permission) || (actor.withinTeams.has(permission) && actor.teamIds.includes(teamId));

/** The scope in which the actor holds the permission; refuses when there is none. The first line of every operation. */
export const scopeOf = (actor: Actor, permission: Permission): Scope => {
  if (actor.tenantWide.has(permission)) return { tenantId: actor.tenantId, teamIds: null };
  if (isAllowed(actor, permission)) return { tenantId: actor.tenantId, teamIds: actor.teamIds };
  throw permissionMissing(permission);
};
