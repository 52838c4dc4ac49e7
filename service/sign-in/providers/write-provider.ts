import type { LoginProviderDraft, ProvisionLoginProvider } from '#contract/login-provider.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Seal } from '#service/sign-in/seal.ts';
import { type ProviderSettings, placeOfSecret } from './login-provider.ts';

/** A provider as it shall be; without a secret it keeps the one that it has. */
export type ProviderDraft = Omit<LoginProviderDraft, 'isEnabled'> & { isEnabled: boolean };

/** As a provision file says it, which is the operator's word. */
export const draftOf = ({
  enabled = true,
  signsInAdministrators = true,
  ...provider
}: ProvisionLoginProvider): ProviderDraft => ({ ...provider, signsInAdministrators, isEnabled: enabled });

/** What is kept in columns of their own is no part of the settings. */
export const settingsOf = ({
  name: _name,
  type: _type,
  isEnabled: _isEnabled,
  imageUri: _imageUri,
  imageClass: _imageClass,
  clientSecret: _clientSecret,
  ...settings
}: ProviderDraft): ProviderSettings => settings;

type ProviderPlace = { tenantId: number; providerId: string };

/** The parameters of both statements below, in the order of the columns; the secret is null when none is given. */
const valuesOf = ({ tenantId, providerId }: ProviderPlace, draft: ProviderDraft, seal: Seal): unknown[] => {
  const { name, type, isEnabled, imageUri = null, imageClass = null, clientSecret } = draft;
  const sealed =
    clientSecret === undefined ? null : seal.seal(clientSecret, placeOfSecret(tenantId, providerId));
  const settings = JSON.stringify(settingsOf(draft));
  return [tenantId, providerId, name, type, isEnabled, imageUri, imageClass, settings, sealed];
};

/** Sets a provider up; false when its name is taken. */
export const insertProvider = async (
  trx: DatabaseTransaction,
  place: ProviderPlace,
  draft: ProviderDraft,
  seal: Seal,
): Promise<boolean> => {
  const made = await run(
    trx,
    `insert into login_provider (tenant_id, provider_id, name, type, is_enabled, image_uri, image_class, settings, sealed_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning provider_id`,
    valuesOf(place, draft, seal),
  );
  return made.length > 0;
};

/** Changes a provider into what the draft says. */
export const updateProvider = async (
  trx: DatabaseTransaction,
  place: ProviderPlace,
  draft: ProviderDraft,
  seal: Seal,
): Promise<void> => {
  await run(
    trx,
    `update login_provider set
       name = $3, type = $4, is_enabled = $5, image_uri = $6, image_class = $7, settings = $8,
       sealed_secret = case when $4 = 'wsfederation' then null else coalesce($9, sealed_secret) end,
       revision = revision + 1, modified_at = now()
     where tenant_id = $1 and provider_id = $2`,
    valuesOf(place, draft, seal),
  );
};

/** Removes a provider, and the sign-ins by it that are under way; who signed in by it stays linked to their issuer. */
export const removeProvider = async (db: Database, tenantId: number, providerId: string): Promise<void> => {
  await run(db, 'delete from login_provider where tenant_id = $1 and provider_id = $2', [
    tenantId,
    providerId,
  ]);
};
