import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, hasRow, type RowOf, statement } from '#service/database/statement.ts';
import { listAdministratorRoles } from '#service/identity/administrators.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditOrigin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { adjustRoles, autoProvisionUser } from '#service/identity/auto-provision-user.ts';
import { protectLastAdministrator } from '#service/identity/users/protect-last-administrator.ts';
import { Problem } from '#service/problem.ts';
import { requireConfirmation } from '#service/sign-in/linking/require-confirmation.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { adjustMemberships } from '#service/teams/adjust-memberships.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

export type IdentifiedUser = Pick<UserRow, 'userId' | 'userName' | 'isAutoProvisioned' | 'hasPassword'>;

/**
 * Locks the user who is linked to the subject or has the user name, or creates a user if allowed (L11, L12). Throws
 * SignInDeniedError if no such user may sign in.
 */
export const identifyUser = async (
  trx: DatabaseTransaction,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: AuditOrigin,
): Promise<IdentifiedUser> => {
  const signIn = { trx, provider, identity, origin };
  const user = (await findLinkedUser(signIn)) ?? (await findOrCreateUser(signIn));
  if (user.isAutoProvisioned) await updateMappedRolesAndTeams(signIn, user);
  return user;
};

type SignIn = {
  trx: DatabaseTransaction;
  provider: LoginProvider;
  identity: VerifiedIdentity;
  origin: AuditOrigin;
};

const COLUMNS = `
  app_user.user_id as "userId", app_user.user_name as "userName", app_user.is_active as "isActive",
  app_user.is_service as "isService", app_user.is_auto_provisioned as "isAutoProvisioned",
  app_user.password_hash is not null as "hasPassword"`;

const FIND_LINKED_USER = statement('find-linked-user')`
  select ${COLUMNS}, external_identity.is_confirmed as "isConfirmed" from external_identity
  join app_user on app_user.tenant_id = $1 and app_user.user_id = external_identity.user_id
  where external_identity.tenant_id = $1 and issuer = $2 and subject = $3 for no key update of app_user`;

/** Links based on the user name alone do not sign in users who are, or have become, administrators. */
const findLinkedUser = async ({
  trx,
  provider,
  identity: { stable },
}: SignIn): Promise<IdentifiedUser | undefined> => {
  if (stable === null) return undefined;
  const user = await findRow(trx, FIND_LINKED_USER, [provider.tenantId, stable.issuer, stable.subject]);
  if (user === undefined) return undefined;
  requireSignInAllowed(user);
  if (!user.isConfirmed) await requireConfirmation(trx, provider, stable, user);
  return user;
};

const findOrCreateUser = async (signIn: SignIn): Promise<IdentifiedUser> => {
  const { trx, provider } = signIn;
  const { userName, stable } = signIn.identity;
  if (userName === null) throw new SignInDeniedError('the provider sent no user name');
  const existingUser = await findRow(trx, FIND_USER_BY_NAME, [provider.tenantId, userName]);
  const user =
    existingUser ?? (provider.settings.autoProvision ? await createUser(signIn, userName) : undefined);
  if (!user) throw new SignInDeniedError('no user has this user name', { userName });
  requireSignInAllowed(user);
  if (stable !== null) await linkSubject(signIn, stable, user);
  await requireConfirmation(trx, provider, stable, user);
  return user;
};

const FIND_USER_BY_NAME = statement('find-user-by-name')`
  select ${COLUMNS} from app_user where tenant_id = $1 and lower(user_name) = lower($2 collate "C") for no key update`;

type UserRow = RowOf<typeof FIND_USER_BY_NAME>;

const requireSignInAllowed = ({ isService, isActive, userName }: UserRow): void => {
  if (isService) throw new SignInDeniedError('this is a service user', { userName });
  if (!isActive) throw new SignInDeniedError('this user is disabled', { userName });
};

/** Creates a user, or returns the existing one if the name has been taken concurrently. */
const createUser = async ({ trx, provider, identity, origin }: SignIn, userName: string) => {
  const { tenantId } = provider;
  const userId = await autoProvisionUser(trx, tenantId, { ...identity, userName });
  if (userId === undefined) return findRow(trx, FIND_USER_BY_NAME, [tenantId, userName]);
  const expected = await listAssignableRoles(trx, provider, provider.settings.defaultRoles);
  await adjustRoles(trx, { tenantId, userId }, { expected, managed: [] });
  const actor = { tenantId, userId, userName, clientId: null, origin };
  await recordAudit(trx, actor, {
    kind: 'user.created',
    target: { type: 'user', id: userId, name: userName },
    details: { by: provider.name },
  });
  return { userId, userName, isActive: true, isService: false, isAutoProvisioned: true, hasPassword: false };
};

/** A user can have only one subject per issuer: another subject is a different person. */
const linkSubject = async (
  { trx, provider: { tenantId, name }, origin }: SignIn,
  { issuer, subject }: { issuer: string; subject: string },
  { userId, userName }: IdentifiedUser,
): Promise<void> => {
  const key = [tenantId, issuer, subject, userId];
  const isNewLink = await hasRow(
    trx,
    `insert into external_identity (tenant_id, issuer, subject, user_id) values ($1, $2, $3, $4)
     on conflict do nothing returning subject`,
    key,
  );
  if (isNewLink) {
    const actor = { tenantId, userId, userName, clientId: null, origin };
    return recordAudit(trx, actor, {
      kind: 'identity.linked',
      target: { type: 'user', id: userId, name: userName },
      details: { by: name, issuer, subject },
    });
  }
  const isAlreadyLinked = await hasRow(
    trx,
    'select from external_identity where tenant_id = $1 and issuer = $2 and subject = $3 and user_id = $4',
    key,
  );
  if (!isAlreadyLinked)
    throw new SignInDeniedError('this user is linked to a different subject', { userName });
};

/** Updates the roles and teams that claims are mapped to (L12), but not those assigned by administrators. */
const updateMappedRolesAndTeams = async (
  { trx, provider, identity: { groups }, origin }: SignIn,
  { userId, userName, hasPassword }: IdentifiedUser,
): Promise<void> => {
  const { tenantId, name } = provider;
  const { roleMapping, teamMapping, defaultRoles = [] } = provider.settings;
  const user = { tenantId, userId };
  const setRoles = async () =>
    roleMapping &&
    adjustRoles(trx, user, {
      expected: await listAssignableRoles(trx, provider, [
        ...defaultRoles,
        ...collectGrants(roleMapping.roles, groups[roleMapping.claim]),
      ]),
      managed: await listAssignableRoles(trx, provider, Object.values(roleMapping.roles).flat()),
    });
  // A provider must not remove the last administrator with a password.
  const roleChanges = hasPassword
    ? await protectLastAdministrator(trx, tenantId, setRoles).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        throw new SignInDeniedError('the sign-in would leave no administrator with a password', { userName });
      })
    : await setRoles();
  const teamChanges =
    teamMapping &&
    (await adjustMemberships(trx, user, {
      expected: collectGrants(teamMapping.teams, groups[teamMapping.claim]),
      managed: Object.values(teamMapping.teams).flat(),
    }));
  if (!roleChanges && !teamChanges) return;
  // The user may now see other tasks (decision C13).
  await raiseReaderFloor(trx, tenantId, [userId]);
  await announceIdentityChange(trx, tenantId);
  const actor = { tenantId, userId, userName, clientId: null, origin };
  const target = { type: 'user', id: userId, name: userName } as const;
  if (roleChanges) {
    await recordAudit(trx, actor, {
      kind: 'user.roles-changed',
      target,
      details: { by: name, ...roleChanges },
    });
  }
  if (teamChanges) {
    await recordAudit(trx, actor, {
      kind: 'team.members-changed',
      target,
      details: { by: name, ...teamChanges },
    });
  }
};

/** A provider without signsInAdministrators can neither add nor remove administrator roles (S52). */
const listAssignableRoles = async (
  trx: DatabaseTransaction,
  { tenantId, settings }: LoginProvider,
  names: readonly string[] = [],
): Promise<readonly string[]> => {
  if (settings.signsInAdministrators || names.length === 0) return names;
  const administratorRoles = await listAdministratorRoles(trx, tenantId);
  return names.filter((name) => !administratorRoles.has(name.toLowerCase()));
};

const collectGrants = <Grant>(
  table: Readonly<Record<string, readonly Grant[]>>,
  values: readonly string[] = [],
) => values.flatMap((value) => (Object.hasOwn(table, value) ? table[value]! : []));
