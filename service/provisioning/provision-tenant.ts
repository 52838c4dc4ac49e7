import type { ProvisionTenant, ProvisionUser, ProvisionWorkbook } from '#contract/provision.ts';
import { openFeed } from '#service/changes/raise-epoch.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { parseInstant } from '#service/http/instant.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditEntryActor, createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { ensureTenant } from '#service/identity/ensure-tenant.ts';
import { BUILT_IN_ROLES, type Permission, type Role } from '#service/identity/permissions.ts';
import { ensureRole } from '#service/identity/roles/ensure-role.ts';
import { lockSignInSettings, setSignInSettings } from '#service/identity/sign-in-settings.ts';
import { ensureUser, type UserInput } from '#service/identity/users/ensure-user.ts';
import { ensureContentType } from '#service/items/ensure-content-type.ts';
import { ensureItems } from '#service/items/ensure-items.ts';
import { ensureProvider, toProviderInput } from '#service/sign-in/providers/write-provider.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { ensureTeam } from '#service/teams/ensure-team.ts';
import { ensureWorkbook } from '#service/workbooks/ensure-workbook.ts';
import { ensureWorkbookVersion } from '#service/workbooks/ensure-workbook-version.ts';
import { setTeamWorkbooks } from '#service/workbooks/set-team-workbooks.ts';
import { batchItems } from './batch-items.ts';
import type { IterateItems } from './check-file.ts';
import { createNameKey } from './partial-file.ts';
import type { Progress } from './progress.ts';
import { createSummary, type DataKind, hasChanges, type ProvisionSummary } from './summary.ts';

type ProvisioningContext = {
  trx: DatabaseTransaction;
  tenantId: number;
  actor: AuditEntryActor;
  summary: ProvisionSummary;
  count(kind: DataKind, outcome: UpsertOutcome): void;
  onProgress(progress: Progress): void;
  /** Users whose permissions have changed. */
  readerIds: Set<number>;
  createdUserIds: Set<number>;
};

/** Applies one of the file's tenants. The order of the steps matters: later ones refer to earlier ones. */
export const provisionTenant = async (
  trx: DatabaseTransaction,
  tenant: ProvisionTenant,
  {
    iterateItems,
    passwordHashes,
    encryption,
    onProgress,
  }: {
    iterateItems: IterateItems;
    passwordHashes: ReadonlyMap<string, string>;
    encryption: SecretEncryption;
    onProgress: (progress: Progress) => void;
  },
): Promise<ProvisionSummary> => {
  const { tenantId, outcome } = await ensureTenant(trx, tenant.tenancyName);
  if (outcome === 'created') await openFeed(trx, tenantId);
  const actor = createOperatorActor(tenantId, 'provision file');
  const settings = await lockSignInSettings(trx, tenantId);
  const hasNewSettings = await setSignInSettings(trx, actor, settings, tenant);
  const summary = createSummary();
  const count = (kind: DataKind, outcome: UpsertOutcome) => void summary[kind][outcome]++;
  const provisioning: ProvisioningContext = {
    trx,
    tenantId,
    actor,
    summary,
    count,
    onProgress,
    readerIds: new Set(),
    createdUserIds: new Set(),
  };
  count('tenants', outcome === 'unchanged' && hasNewSettings ? 'updated' : outcome);

  await provisionRoles(provisioning, tenant);
  await provisionContentTypes(provisioning, tenant, iterateItems);
  for (const workbook of tenant.workbooks ?? []) await provisionWorkbook(provisioning, workbook);
  await provisionUsers(provisioning, tenant, passwordHashes);
  await provisionTeams(provisioning, tenant);
  for (const provider of tenant.loginProviders ?? []) {
    count('loginProviders', await ensureProvider(trx, actor, toProviderInput(provider), encryption));
  }
  await notifyReaders(provisioning);
  return summary;
};

const provisionRoles = async (
  { trx, actor, count, readerIds }: ProvisioningContext,
  tenant: ProvisionTenant,
) => {
  const customRoles = (tenant.roles ?? []).map(
    ({ name, tenantWide, permissions }): Role => ({
      name,
      isTenantWide: tenantWide,
      permissions: permissions as Permission[],
    }),
  );
  for (const role of [...BUILT_IN_ROLES, ...customRoles]) {
    const { outcome, userIds } = await ensureRole(trx, actor, role);
    count('roles', outcome);
    for (const userId of userIds) readerIds.add(userId);
  }
};

const provisionContentTypes = async (
  { trx, tenantId, summary, count, onProgress }: ProvisioningContext,
  { contentTypes = [] }: ProvisionTenant,
  iterateItems: IterateItems,
) => {
  const total = contentTypes.reduce((sum, { items }) => sum + iterateItems(items).length, 0);
  let done = 0;
  for (const { name, items } of contentTypes) {
    const { contentTypeId, outcome } = await ensureContentType(trx, tenantId, name);
    count('contentTypes', outcome);
    for (const batch of batchItems(iterateItems(items))) {
      const { created, updated } = await ensureItems(trx, { tenantId, contentTypeId }, batch);
      summary.items.created += created;
      summary.items.updated += updated;
      summary.items.unchanged += batch.length - created - updated;
      done += batch.length;
      onProgress({ label: 'Updating items', done, total });
    }
  }
};

const provisionWorkbook = async (
  { trx, tenantId, count }: ProvisioningContext,
  { versions = [], ...input }: ProvisionWorkbook,
) => {
  const { workbookId, title, outcome } = await ensureWorkbook(trx, tenantId, input);
  count('workbooks', outcome);
  for (const { published, deleted, ...version } of versions) {
    const versionInput = { ...version, isPublished: published, isDeleted: deleted };
    count(
      'workbookVersions',
      await ensureWorkbookVersion(trx, { tenantId, workbookId, title }, versionInput),
    );
  }
};

const provisionUsers = async (
  { trx, actor, count, onProgress, readerIds, createdUserIds }: ProvisioningContext,
  { users = [] }: ProvisionTenant,
  passwordHashes: ReadonlyMap<string, string>,
) => {
  for (const [index, user] of users.entries()) {
    const input = toUserInput(user, passwordHashes.get(createNameKey(user.userName)));
    const { userId, outcome, rolesChanged } = await ensureUser(trx, actor, input);
    count('users', outcome);
    if (outcome === 'created') createdUserIds.add(userId);
    if (rolesChanged) readerIds.add(userId);
    onProgress({ label: 'Updating users', done: index + 1, total: users.length });
  }
};

const toUserInput = (
  { service, password: _, tokens, ...user }: ProvisionUser,
  passwordHash: string | undefined,
): UserInput => ({
  ...user,
  isService: service,
  passwordHash,
  tokens: tokens?.map(({ expires, ...token }) => ({
    ...token,
    expiresAt: typeof expires === 'string' ? parseInstant(expires) : expires,
  })),
});

const provisionTeams = async (
  { trx, tenantId, actor, count, onProgress, readerIds, createdUserIds }: ProvisioningContext,
  { teams = [] }: ProvisionTenant,
) => {
  for (const [index, { workbooks, ...input }] of teams.entries()) {
    const { teamId, outcome, changedUserIds } = await ensureTeam(trx, actor, input);
    const hasNewWorkbooks =
      workbooks !== undefined && (await setTeamWorkbooks(trx, { tenantId, teamId }, workbooks));
    count('teams', outcome === 'unchanged' && hasNewWorkbooks ? 'updated' : outcome);
    for (const userId of changedUserIds) if (!createdUserIds.has(userId)) readerIds.add(userId);
    onProgress({ label: 'Updating teams', done: index + 1, total: teams.length });
  }
};

/** Notifies feed readers. Must run last: it blocks the numbering of changes until the transaction ends. */
const notifyReaders = async ({ trx, tenantId, summary, readerIds }: ProvisioningContext) => {
  // decision C13
  if (readerIds.size > 0) await raiseReaderFloor(trx, tenantId, [...readerIds]);
  if (hasChanges(summary)) await announceIdentityChange(trx, tenantId);
};
