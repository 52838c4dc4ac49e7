import type { ProviderType, ProvisionLoginProvider } from '#contract/login-provider.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';

/** The stored settings of a provider: everything except its name, appearance and secret. */
export type ProviderSettings = Omit<
  ProvisionLoginProvider,
  'name' | 'type' | 'enabled' | 'imageUri' | 'imageClass' | 'clientSecret'
>;

/** An identity provider of a tenant. */
export type LoginProvider = {
  tenantId: number;
  providerId: string;
  name: string;
  type: ProviderType;
  isEnabled: boolean;
  imageUri: string | null;
  imageClass: string | null;
  settings: ProviderSettings;
  sealedSecret: Buffer | null;
  revision: number;
  createdAt: Date;
  modifiedAt: Date;
};

/** The context that the encrypted secret of a provider is bound to. */
export const formatSecretContext = (tenantId: number, providerId: string) =>
  `login_provider/${tenantId}/${providerId}`;

/** Returns undefined if there is no secret or it was encrypted with another key. */
export const decryptSecret = (
  { tenantId, providerId, sealedSecret }: LoginProvider,
  encryption: SecretEncryption,
): string | undefined =>
  sealedSecret === null
    ? undefined
    : encryption.decrypt(sealedSecret, formatSecretContext(tenantId, providerId));

/** The claim that contains the user name, from the settings or the default of the type. */
export const userNameClaimOf = ({ type, settings }: Pick<LoginProvider, 'type' | 'settings'>): string =>
  settings.userNameClaim ?? (type === 'wsfederation' ? 'NameIdentifier' : 'preferred_username');
