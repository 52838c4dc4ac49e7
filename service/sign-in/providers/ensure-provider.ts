import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { diffProvider } from './diff-provider.ts';
import { decryptSecret } from './login-provider.ts';
import { findNamedProvider } from './provider-queries.ts';
import { insertProvider, type ProviderInput, updateProvider } from './write-provider.ts';

/** Creates a provider, or replaces the settings of the provider with the same name (case-insensitive). */
export const ensureProvider = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  input: ProviderInput,
  encryption: SecretEncryption,
): Promise<UpsertOutcome> => {
  const { tenantId } = actor;
  const existing = await findNamedProvider(trx, tenantId, input.name);
  if (!existing) {
    const providerId = randomUUID();
    await insertProvider(trx, { tenantId, providerId }, input, encryption);
    const { name, type, isEnabled } = input;
    const target = { type: 'login-provider', id: providerId, name } as const;
    await recordAudit(trx, actor, { kind: 'login-provider.created', target, details: { type, isEnabled } });
    return 'created';
  }
  const { clientSecret, ...withoutSecret } = input;
  const hasSameSecret = clientSecret === undefined || decryptSecret(existing, encryption) === clientSecret;
  const changes = diffProvider(existing, hasSameSecret ? withoutSecret : input);
  if (Object.keys(changes).length === 0) return 'unchanged';
  const { providerId } = existing;
  await updateProvider(trx, { tenantId, providerId }, input, encryption);
  const target = { type: 'login-provider', id: providerId, name: input.name } as const;
  await recordAudit(trx, actor, { kind: 'login-provider.edited', target, details: changes });
  return 'updated';
};
