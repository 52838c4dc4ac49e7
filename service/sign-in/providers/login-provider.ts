import type { ProviderType, ProvisionLoginProvider } from '#contract/login-provider.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';

/** The stored settings of a provider: everything except its name, appearance and secret. */
export type ProviderSettings = Omit<
  ProvisionLoginProvider,
  'name' | 'type' | 'enabled' | 'imageUri' | 'imageClass' | 'clientSecret'
>;

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

/** The context to which a provider's encrypted secret is bound. */
export const formatSecretContext = (tenantId: number, providerId: string) =>
  `login_provider/${tenantId}/${providerId}`;

/** Returns a provider's secret, or undefined if it has none or the secret was encrypted with another key. */
export const decryptSecret = (
  { tenantId, providerId, sealedSecret }: LoginProvider,
  encryption: SecretEncryption,
): string | undefined =>
  sealedSecret === null
    ? undefined
    : encryption.decrypt(sealedSecret, formatSecretContext(tenantId, providerId));

export const getUserNameClaim = ({ type, settings }: Pick<LoginProvider, 'type' | 'settings'>): string =>
  settings.userNameClaim ?? (type === 'wsfederation' ? 'NameIdentifier' : 'preferred_username');
