import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { listAdministratorRoles } from '#service/identity/administrators.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type Origin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { adjustRoles, autoProvisionUser } from '#service/identity/auto-provision-user.ts';
import { protectLastAdministrator } from '#service/identity/users/protect-last-administrator.ts';
import { Problem } from '#service/problem.ts';
import { requireConfirmation } from '#service/sign-in/linking/require-confirmation.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import { adjustMemberships } from '#service/teams/adjust-memberships.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

export type IdentifiedUser = {
  userId: number;
  userName: string;
  isAutoProvisioned: boolean;
  hasPassword: boolean;
};

/**
 * Finds the user of a verified identity (L11, L12) and locks the row: the user linked to the provider's subject, otherwise the user with that
 * name, otherwise a new user if the provider may create users. Throws SignInDenied in all other cases, with the reason for the
 * audit log.
 */
export const identifyUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: Origin,
): Promise<IdentifiedUser> => {
  const known = await findLinkedUser(trx, provider, identity);
  const user = known ?? (await findOrCreateUser(trx, provider, identity, origin));
  if (user.isAutoProvisioned) await grantMapped(trx, provider, identity, user, origin);
  return user;
};

type UserRow = IdentifiedUser & { isActive: boolean; isService: boolean };

const COLUMNS = `
  app_user.user_id as "userId", app_user.user_name as "userName", app_user.is_active as "isActive",
  app_user.is_service as "isService", app_user.is_auto_provisioned as "isAutoProvisioned",
  app_user.password_hash is not null as "hasPassword"`;

const FIND_LINKED_USER = statement('find-linked-user')`
  select ${COLUMNS}, external_identity.is_confirmed as "isConfirmed" from external_identity
  join app_user on app_user.tenant_id = $1 and app_user.user_id = external_identity.user_id
  where external_identity.tenant_id = $1 and issuer = $2 and subject = $3 for no key update of app_user`;

/** A link that was created by user name alone does not sign in administrators, even if the user became one later. */
const findLinkedUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  { stable }: VerifiedIdentity,
): Promise<IdentifiedUser | undefined> => {
  if (stable === null) return undefined;
  const { tenantId } = provider;
  const [user] = await run(trx, FIND_LINKED_USER, [tenantId, stable.issuer, stable.subject]);
  if (user === undefined) return undefined;
  requireUsable(user);
  if (!user.isConfirmed) await requireConfirmation(trx, provider, stable, user);
  return user;
};

const findOrCreateUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: Origin,
): Promise<IdentifiedUser> => {
  const { tenantId } = provider;
  const { userName, stable } = identity;
  if (userName === null) throw new SignInDenied('the provider sent no user name');
  const named = await findUserByName(trx, tenantId, userName);
  const user =
    named ??
    (provider.settings.autoProvision
      ? await createUser(trx, provider, { ...identity, userName }, origin)
      : undefined);
  if (!user) throw new SignInDenied('no user has this user name', { userName });
  requireUsable(user);
  if (stable !== null) await link(trx, provider, stable, user, origin);
  await requireConfirmation(trx, provider, stable, user);
  return user;
};

const FIND_USER_BY_NAME = statement('find-user-by-name')`
  select ${COLUMNS} from app_user where tenant_id = $1 and lower(user_name) = lower($2 collate "C") for no key update`;

const findUserByName = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userName: string,
): Promise<UserRow | undefined> => {
  const [user] = await run(trx, FIND_USER_BY_NAME, [tenantId, userName]);
  return user;
};

const requireUsable = ({ isService, isActive, userName }: UserRow): void => {
  if (isService) throw new SignInDenied('this is a service user', { userName });
  if (!isActive) throw new SignInDenied('this user is disabled', { userName });
};

/** Returns undefined if the name has just been taken by another user, who is then looked up. */
const createUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  described: VerifiedIdentity & { userName: string },
  origin: Origin,
): Promise<UserRow | undefined> => {
  const { tenantId } = provider;
  const { userName } = described;
  const userId = await autoProvisionUser(trx, tenantId, described);
  if (userId === undefined) return findUserByName(trx, tenantId, userName);
  const expected = await rolesToGive(trx, provider, provider.settings.defaultRoles);
  await adjustRoles(trx, { tenantId, userId }, { expected, managed: [] });
  await recordAudit(
    trx,
    { tenantId, userId, userName, clientId: null, origin },
    {
      kind: 'user.created',
      target: { type: 'user', id: userId, name: userName },
      details: { by: provider.name },
    },
  );
  return { userId, userName, isActive: true, isService: false, isAutoProvisioned: true, hasPassword: false };
};

/**
 * Links the subject to the user at the first sign-in. A user has one subject per issuer: another subject with the same name is another
 * person. Two concurrent first sign-ins create one link.
 */
const link = async (
  trx: DatabaseTransaction,
  { tenantId, name }: LoginProvider,
  { issuer, subject }: { issuer: string; subject: string },
  { userId, userName }: IdentifiedUser,
  origin: Origin,
): Promise<void> => {
  const linked = await run(
    trx,
    `insert into external_identity (tenant_id, issuer, subject, user_id) values ($1, $2, $3, $4)
     on conflict do nothing returning subject`,
    [tenantId, issuer, subject, userId],
  );
  if (linked.length === 0) return requireLinked(trx, tenantId, { issuer, subject }, { userId, userName });
  await recordAudit(
    trx,
    { tenantId, userId, userName, clientId: null, origin },
    {
      kind: 'identity.linked',
      target: { type: 'user', id: userId, name: userName },
      details: { by: name, issuer, subject },
    },
  );
};

const requireLinked = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { issuer, subject }: { issuer: string; subject: string },
  { userId, userName }: { userId: number; userName: string },
): Promise<void> => {
  const linked = await run(
    trx,
    'select from external_identity where tenant_id = $1 and issuer = $2 and subject = $3 and user_id = $4',
    [tenantId, issuer, subject, userId],
  );
  if (linked.length === 0) throw new SignInDenied('this user is linked to a different subject', { userName });
};

/** Updates the roles and teams that follow from the claims at each sign-in (L12). Those given by administrators stay. */
const grantMapped = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  { groups }: VerifiedIdentity,
  { userId, userName, hasPassword }: IdentifiedUser,
  origin: Origin,
): Promise<void> => {
  const { tenantId, name } = provider;
  const { roleMapping, teamMapping, defaultRoles = [] } = provider.settings;
  const who = { tenantId, userId };
  const setRoles = async () =>
    roleMapping &&
    adjustRoles(trx, who, {
      expected: await rolesToGive(trx, provider, [
        ...defaultRoles,
        ...mapped(roleMapping.roles, groups[roleMapping.claim]),
      ]),
      managed: await rolesToGive(trx, provider, Object.values(roleMapping.roles).flat()),
    });
  // A provider must not remove the last administrator with a password.
  const otherRoles = hasPassword
    ? await protectLastAdministrator(trx, tenantId, setRoles).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        throw new SignInDenied('the sign-in would leave no administrator with a password', { userName });
      })
    : await setRoles();
  const otherTeams =
    teamMapping &&
    (await adjustMemberships(trx, who, {
      expected: mapped(teamMapping.teams, groups[teamMapping.claim]),
      managed: Object.values(teamMapping.teams).flat(),
    }));
  if (!otherRoles && !otherTeams) return;
  // decision C13
  await raiseReaderFloor(trx, tenantId, [userId]);
  await announceIdentityChange(trx, tenantId);
  const actor = { tenantId, userId, userName, clientId: null, origin };
  const target = { type: 'user', id: userId, name: userName } as const;
  if (otherRoles) {
    await recordAudit(trx, actor, {
      kind: 'user.roles-changed',
      target,
      details: { by: name, ...otherRoles },
    });
  }
  if (otherTeams) {
    await recordAudit(trx, actor, {
      kind: 'team.members-changed',
      target,
      details: { by: name, ...otherTeams },
    });
  }
};

/** Roles of administrators are neither given nor removed by a provider without signsInAdministrators (S52). */
const rolesToGive = async (
  trx: DatabaseTransaction,
  { tenantId, settings }: LoginProvider,
  names: readonly string[] = [],
): Promise<readonly string[]> => {
  if (settings.signsInAdministrators || names.length === 0) return names;
  const withheld = await listAdministratorRoles(trx, tenantId);
  return names.filter((name) => !withheld.has(name.toLowerCase()));
};

const mapped = <Granted>(
  table: Readonly<Record<string, readonly Granted[]>>,
  values: readonly string[] = [],
) => values.flatMap((value) => (Object.hasOwn(table, value) ? table[value]! : []));
