import type { NewLoginProvider, ProvisionLoginProvider } from '#contract/login-provider.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { formatSecretContext, type ProviderSettings } from './login-provider.ts';

/** The new settings of a provider. If there is no secret, the stored one is kept. */
export type ProviderInput = Omit<NewLoginProvider, 'isEnabled'> & { isEnabled: boolean };

/** Converts a provider from a provisioning file, which the server administrator writes. */
export const toProviderInput = ({
  enabled = true,
  signsInAdministrators = true,
  ...provider
}: ProvisionLoginProvider): ProviderInput => ({ ...provider, signsInAdministrators, isEnabled: enabled });

/** Extracts the settings that do not have a column of their own. */
export const extractSettings = ({
  name: _name,
  type: _type,
  isEnabled: _isEnabled,
  imageUri: _imageUri,
  imageClass: _imageClass,
  clientSecret: _clientSecret,
  ...settings
}: ProviderInput): ProviderSettings => settings;

type ProviderKey = { tenantId: number; providerId: string };

/** The parameters of both statements below, in column order. The secret is null if none was given. */
const toParameters = (
  { tenantId, providerId }: ProviderKey,
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

/** Inserts a provider. Returns false if its name is already in use. */
export const insertProvider = async (
  trx: DatabaseTransaction,
  key: ProviderKey,
  input: ProviderInput,
  encryption: SecretEncryption,
): Promise<boolean> => {
  const inserted = await run(
    trx,
    `insert into login_provider (tenant_id, provider_id, name, type, is_enabled, image_uri, image_class, settings, sealed_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning provider_id`,
    toParameters(key, input, encryption),
  );
  return inserted.length > 0;
};

/** Replaces a provider's settings. */
export const updateProvider = async (
  trx: DatabaseTransaction,
  key: ProviderKey,
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
    toParameters(key, input, encryption),
  );
};

/** Deletes a provider and any sign-ins in progress with it. Users remain linked to the subjects of its issuer. */
export const removeProvider = async (db: Database, tenantId: number, providerId: string): Promise<void> => {
  await run(db, 'delete from login_provider where tenant_id = $1 and provider_id = $2', [
    tenantId,
    providerId,
  ]);
};
