import { type LoginProviderUpdate, type NewLoginProvider, providerLimits } from '#contract/login-provider.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { PERMISSIONS, type Permission } from '#service/identity/permissions.ts';
import { requireRolePermissions } from '#service/identity/require-permissions.ts';
import { listRolesByName } from '#service/identity/roles/role-queries.ts';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import { clearConfirmations } from '#service/sign-in/linking/link-request.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { checkProvider } from './check-provider.ts';
import type { ProviderSettings } from './login-provider.ts';
import {
  cannotSignInAdministrators,
  providerChanged,
  providerNotFound,
  tooManyProviders,
} from './provider-problems.ts';
import { countProviders, findProvider } from './provider-queries.ts';
import { insertProvider, updateProvider } from './write-provider.ts';

export const createProvider = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { input, providerId }: { input: NewLoginProvider; providerId: string },
  { encryption, outgoing }: { encryption: SecretEncryption; outgoing: Outgoing },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  if ((await countProviders(trx, tenantId)) >= providerLimits.perTenant) throw tooManyProviders();
  await checkProvider(trx, tenantId, input, { outgoingPolicy: outgoing.policy, hasSecret: false });
  await requirePermissionToSave(trx, actor, input);
  await insertProvider(trx, actor, { providerId, input: { isEnabled: false, ...input } }, encryption);
};

/** The fields that determine which server the client secret is sent to. */
const SECRET_DESTINATIONS = ['issuer', 'tokenUrl'] as const;

/** Replaces the settings of an identity provider. The secret changes only if a new one is given. */
export const editProvider = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  {
    providerId,
    edit,
    matchesTag,
  }: { providerId: string; edit: LoginProviderUpdate; matchesTag: Precondition },
  { encryption, outgoing }: { encryption: SecretEncryption; outgoing: Outgoing },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const provider = await lockProvider(trx, tenantId, providerId);
  if (!matchesTag(formatEntityTag(provider.revision))) throw providerChanged();
  // A new destination requires a new secret: otherwise, anyone who can edit a provider could have its write-only
  // secret sent to their own server.
  const isSameDestination = SECRET_DESTINATIONS.every((field) => provider.settings[field] === edit[field]);
  const hasSecret = provider.sealedSecret !== null && isSameDestination;
  await checkProvider(trx, tenantId, edit, { outgoingPolicy: outgoing.policy, hasSecret });
  await requirePermissionToSave(trx, actor, edit);
  // Administrators have confirmed the links for the previous settings, not for the new ones.
  if (!hasEveryPermission(actor)) await clearConfirmations(trx, { tenantId, providerId });
  await updateProvider(trx, actor, provider, edit, encryption);
};

/** Ends sign-ins in progress. Users stay linked to the issuer's subjects in case the provider is set up again. */
export const deleteProvider = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { providerId, matchesTag }: { providerId: string; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const provider = await lockProvider(trx, tenantId, providerId);
  if (!matchesTag(formatEntityTag(provider.revision))) throw providerChanged();
  await run(trx, 'delete from login_provider where tenant_id = $1 and provider_id = $2', [
    tenantId,
    providerId,
  ]);
  await recordAudit(trx, actor, {
    kind: 'login-provider.deleted',
    target: { type: 'login-provider', id: providerId, name: provider.name },
  });
};

const lockProvider = async (trx: DatabaseTransaction, tenantId: number, providerId: string) => {
  await run(trx, 'select from login_provider where tenant_id = $1 and provider_id = $2 for update', [
    tenantId,
    providerId,
  ]);
  const provider = await findProvider(trx, tenantId, providerId);
  if (!provider) throw providerNotFound(providerId);
  return provider;
};

const EVERY_PERMISSION = Object.keys(PERMISSIONS) as Permission[];

/** Returns true if the user has every permission, and so would gain nothing by signing in as another user. */
const hasEveryPermission = ({ tenantWidePermissions }: Actor): boolean =>
  EVERY_PERMISSION.every((permission) => tenantWidePermissions.has(permission));

/**
 * Checks the provider as it is after the edit: the user who sets its URLs decides who can sign in
 * (docs/contribute/decisions/0042-administrators-and-providers.md).
 */
const requirePermissionToSave = async (
  trx: DatabaseTransaction,
  actor: Actor,
  settings: ProviderSettings,
): Promise<void> => {
  if (settings.signsInAdministrators && !hasEveryPermission(actor)) {
    throw cannotSignInAdministrators(
      EVERY_PERMISSION.filter((permission) => !actor.tenantWidePermissions.has(permission)),
    );
  }
  const { defaultRoles = [], roleMapping } = settings;
  const roleNames = [...defaultRoles, ...Object.values(roleMapping?.roles ?? {}).flat()];
  const roles = await listRolesByName(trx, actor.tenantId, roleNames);
  for (const role of roles) requireRolePermissions(actor, [role], role.name);
};
