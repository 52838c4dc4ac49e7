import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { NewLoginProvider, ProvisionLoginProvider } from '#contract/login-provider.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { replaceViolation } from '#service/database/database-failure.ts';
import { run } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import {
  decryptSecret,
  formatSecretContext,
  type LoginProvider,
  type ProviderSettings,
} from './login-provider.ts';
import { providerNameTaken } from './provider-problems.ts';
import { findNamedProvider } from './provider-queries.ts';

/** The new settings of a provider. If the input contains no secret, the stored secret does not change. */
type ProviderInput = Omit<NewLoginProvider, 'isEnabled'> & { isEnabled: boolean };

/** Converts a provider from a provisioning file, which the server administrator writes. */
export const toProviderInput = ({
  enabled = true,
  signsInAdministrators = true,
  ...provider
}: ProvisionLoginProvider): ProviderInput => ({ ...provider, signsInAdministrators, isEnabled: enabled });

/** Creates a provider, or replaces the settings of the provider with the same name (case-insensitive). */
export const ensureProvider = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  input: ProviderInput,
  encryption: SecretEncryption,
): Promise<UpsertOutcome> => {
  const existingProvider = await findNamedProvider(trx, actor.tenantId, input.name);
  if (!existingProvider) {
    await insertProvider(trx, actor, { providerId: randomUUID(), input }, encryption);
    return 'created';
  }
  const { clientSecret, ...inputWithoutSecret } = input;
  const hasSameSecret =
    clientSecret === undefined || decryptSecret(existingProvider, encryption) === clientSecret;
  const newInput = hasSameSecret ? inputWithoutSecret : input;
  if (Object.keys(diffProvider(existingProvider, newInput)).length === 0) return 'unchanged';
  await updateProvider(trx, actor, existingProvider, newInput, encryption);
  return 'updated';
};

export const insertProvider = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { providerId, input }: { providerId: string; input: ProviderInput },
  encryption: SecretEncryption,
): Promise<void> => {
  const { name, type, isEnabled } = input;
  await run(
    trx,
    `insert into login_provider (tenant_id, provider_id, name, type, is_enabled, image_uri, image_class, settings, sealed_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    toParameters({ tenantId: actor.tenantId, providerId }, input, encryption),
  ).catch(rejectTakenName(name));
  await recordAudit(trx, actor, {
    kind: 'login-provider.created',
    target: { type: 'login-provider', id: providerId, name },
    details: { type, isEnabled },
  });
};

/** Replaces the settings of a provider that the caller has locked. */
export const updateProvider = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  provider: LoginProvider,
  input: ProviderInput,
  encryption: SecretEncryption,
): Promise<void> => {
  await run(
    trx,
    `update login_provider set
       name = $3, type = $4, is_enabled = $5, image_uri = $6, image_class = $7, settings = $8,
       sealed_secret = case when $4 = 'wsfederation' then null else coalesce($9, sealed_secret) end,
       revision = revision + 1, modified_at = now()
     where tenant_id = $1 and provider_id = $2`,
    toParameters(provider, input, encryption),
  ).catch(rejectTakenName(input.name));
  await recordAudit(trx, actor, {
    kind: 'login-provider.edited',
    target: { type: 'login-provider', id: provider.providerId, name: input.name },
    details: diffProvider(provider, input),
  });
};

const toParameters = (
  { tenantId, providerId }: Pick<LoginProvider, 'tenantId' | 'providerId'>,
  input: ProviderInput,
  encryption: SecretEncryption,
): unknown[] => {
  const { name, type, isEnabled, imageUri = null, imageClass = null, clientSecret } = input;
  const encryptedSecret =
    clientSecret === undefined
      ? null
      : encryption.encrypt(clientSecret, formatSecretContext(tenantId, providerId));
  const settings = JSON.stringify(extractSettings(input));
  return [tenantId, providerId, name, type, isEnabled, imageUri, imageClass, settings, encryptedSecret];
};

const rejectTakenName = (name: string) =>
  replaceViolation('login_provider_name_key', () => providerNameTaken(name));

const extractSettings = ({
  name: _name,
  type: _type,
  isEnabled: _isEnabled,
  imageUri: _imageUri,
  imageClass: _imageClass,
  clientSecret: _clientSecret,
  ...settings
}: ProviderInput): ProviderSettings => settings;

/** Compares values deeply: the database reorders properties. */
const diffProvider = (provider: LoginProvider, input: ProviderInput): Record<string, unknown> => {
  const oldValues = toComparable(provider, provider.settings);
  const newValues = toComparable(input, extractSettings(input));
  const changes = Object.keys({ ...oldValues, ...newValues })
    .filter((field) => !isDeepStrictEqual(oldValues[field], newValues[field]))
    .map((field) => [field, { before: oldValues[field] ?? null, after: newValues[field] ?? null }]);
  return {
    ...Object.fromEntries(changes),
    ...(input.clientSecret !== undefined && { clientSecret: 'replaced' }),
  };
};

const toComparable = (
  { name, type, isEnabled, imageUri = null, imageClass = null }: ProviderInput | LoginProvider,
  settings: ProviderSettings,
): Record<string, unknown> => ({ name, type, isEnabled, imageUri, imageClass, ...settings });
