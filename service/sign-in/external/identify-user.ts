import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { rolesOfAdministrators } from '#service/identity/administrators.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type Origin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { adjustRoles, autoProvisionUser } from '#service/identity/auto-provision-user.ts';
import { keepAdministrator } from '#service/identity/users/keep-administrator.ts';
import { Problem } from '#service/problem.ts';
import { requireConfirmation } from '#service/sign-in/linking/require-confirmation.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { adjustMemberships } from '#service/teams/adjust-memberships.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

export type IdentifiedUser = {
  userId: number;
  userName: string;
  isAutoProvisioned: boolean;
  hasPassword: boolean;
};

/**
 * Who somebody is here (L11, L12), whose row is locked from now on: whom the provider's subject was linked to before, else
 * the user of that name, else a new one, if the provider may make users. Refuses everybody else, with the reason for the
 * audit log.
 */
export const identifyUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: Origin,
): Promise<IdentifiedUser> => {
  const known = await findLinkedUser(trx, provider, identity);
  const user = known ?? (await findOrMakeUser(trx, provider, identity, origin));
  if (user.isAutoProvisioned) await grantMapped(trx, provider, identity, user, origin);
  return user;
};

type UserRow = IdentifiedUser & { isActive: boolean; isService: boolean };

const COLUMNS = `
  app_user.user_id as "userId", app_user.user_name as "userName", app_user.is_active as "isActive",
  app_user.is_service as "isService", app_user.is_auto_provisioned as "isAutoProvisioned",
  app_user.password_hash is not null as "hasPassword"`;

/** A link that was made by the name alone does not make its subject an administrator when the user becomes one. */
const findLinkedUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  { stable }: VerifiedIdentity,
): Promise<IdentifiedUser | undefined> => {
  if (stable === null) return undefined;
  const { tenantId } = provider;
  const [user] = await run<UserRow & { isConfirmed: boolean }>(
    trx,
    `select ${COLUMNS}, external_identity.is_confirmed as "isConfirmed" from external_identity
     join app_user on app_user.tenant_id = $1 and app_user.user_id = external_identity.user_id
     where external_identity.tenant_id = $1 and issuer = $2 and subject = $3 for no key update of app_user`,
    [tenantId, stable.issuer, stable.subject],
  );
  if (user === undefined) return undefined;
  mustBeUsable(user);
  if (!user.isConfirmed) await requireConfirmation(trx, provider, stable, user);
  return user;
};

const findOrMakeUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: Origin,
): Promise<IdentifiedUser> => {
  const { tenantId } = provider;
  const { userName, stable } = identity;
  if (userName === null) throw new SignInRefused('the provider gave no user name');
  const named = await findUserByName(trx, tenantId, userName);
  const user =
    named ??
    (provider.settings.autoProvision
      ? await makeUser(trx, provider, { ...identity, userName }, origin)
      : undefined);
  if (!user) throw new SignInRefused('nobody here has this user name', { userName });
  mustBeUsable(user);
  if (stable !== null) await link(trx, provider, stable, user, origin);
  await requireConfirmation(trx, provider, stable, user);
  return user;
};

const findUserByName = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userName: string,
): Promise<UserRow | undefined> => {
  const [user] = await run<UserRow>(
    trx,
    `select ${COLUMNS} from app_user where tenant_id = $1 and lower(user_name) = lower($2 collate "C") for no key update`,
    [tenantId, userName],
  );
  return user;
};

const mustBeUsable = ({ isService, isActive, userName }: UserRow): void => {
  if (isService) throw new SignInRefused('this is a service user', { userName });
  if (!isActive) throw new SignInRefused('this user is disabled', { userName });
};

/** undefined when somebody else took the name in this moment: then they are found. */
const makeUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  described: VerifiedIdentity & { userName: string },
  origin: Origin,
): Promise<UserRow | undefined> => {
  const { tenantId } = provider;
  const { userName } = described;
  const userId = await autoProvisionUser(trx, tenantId, described);
  if (userId === undefined) return findUserByName(trx, tenantId, userName);
  const given = await rolesToGive(trx, provider, provider.settings.defaultRoles);
  await adjustRoles(trx, { tenantId, userId }, { given, managed: [] });
  await recordAudit(
    trx,
    { tenantId, userId, userName, clientId: null, origin },
    {
      kind: 'user.created',
      on: { type: 'user', id: userId, name: userName },
      details: { by: provider.name },
    },
  );
  return { userId, userName, isActive: true, isService: false, isAutoProvisioned: true, hasPassword: false };
};

/**
 * Links the subject to the user from the first sign-in on. A user has one subject of an issuer: another one with the same
 * name is somebody else. Two first sign-ins at the same time make one link.
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
  if (linked.length === 0) return mustBeLinked(trx, tenantId, { issuer, subject }, { userId, userName });
  await recordAudit(
    trx,
    { tenantId, userId, userName, clientId: null, origin },
    {
      kind: 'identity.linked',
      on: { type: 'user', id: userId, name: userName },
      details: { by: name, issuer, subject },
    },
  );
};

const mustBeLinked = async (
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
  if (linked.length === 0) throw new SignInRefused('this user is linked to another subject', { userName });
};

/** What the provider's claims give is set anew at each sign-in (L12); what somebody here has given stays. */
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
      given: await rolesToGive(trx, provider, [
        ...defaultRoles,
        ...mapped(roleMapping.roles, groups[roleMapping.claim]),
      ]),
      managed: await rolesToGive(trx, provider, Object.values(roleMapping.roles).flat()),
    });
  // A provider may not take the last administrator who gets in without one.
  const otherRoles = hasPassword
    ? await keepAdministrator(trx, tenantId, setRoles).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        throw new SignInRefused('it would leave no administrator with a password', { userName });
      })
    : await setRoles();
  const otherTeams =
    teamMapping &&
    (await adjustMemberships(trx, who, {
      given: mapped(teamMapping.teams, groups[teamMapping.claim]),
      managed: Object.values(teamMapping.teams).flat(),
    }));
  if (!otherRoles && !otherTeams) return;
  // decision C13
  await raiseReaderFloor(trx, tenantId, [userId]);
  await announceIdentityChange(trx, tenantId);
  const by = { tenantId, userId, userName, clientId: null, origin };
  const on = { type: 'user', id: userId, name: userName } as const;
  if (otherRoles) {
    await recordAudit(trx, by, { kind: 'user.roles-changed', on, details: { by: name, ...otherRoles } });
  }
  if (otherTeams) {
    await recordAudit(trx, by, { kind: 'team.members-changed', on, details: { by: name, ...otherTeams } });
  }
};

/** A provider that may not sign in administrators neither gives nor takes the roles of one (S52). */
const rolesToGive = async (
  trx: DatabaseTransaction,
  { tenantId, settings }: LoginProvider,
  names: readonly string[] = [],
): Promise<readonly string[]> => {
  if (settings.signsInAdministrators || names.length === 0) return names;
  const withheld = await rolesOfAdministrators(trx, tenantId);
  return names.filter((name) => !withheld.has(name.toLowerCase()));
};

const mapped = <Granted>(
  table: Readonly<Record<string, readonly Granted[]>>,
  values: readonly string[] = [],
) => values.flatMap((value) => (Object.hasOwn(table, value) ? table[value]! : []));
