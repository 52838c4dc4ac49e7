import type { ProviderType, ProvisionLoginProvider } from '#contract/login-provider.ts';
import type { Seal } from '#service/sign-in/seal.ts';

/** How people sign in by a provider, as it is kept: everything but its name, its look and its secret. */
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

/** Where the secret of a provider is sealed. */
export const placeOfSecret = (tenantId: number, providerId: string) =>
  `login_provider/${tenantId}/${providerId}`;

/** undefined when there is none, or it was sealed by another key. */
export const openSecret = (
  { tenantId, providerId, sealedSecret }: LoginProvider,
  seal: Seal,
): string | undefined =>
  sealedSecret === null ? undefined : seal.open(sealedSecret, placeOfSecret(tenantId, providerId));

/** The claim that is the user name, unless the provider's settings name another. */
export const userNameClaimOf = ({ type, settings }: Pick<LoginProvider, 'type' | 'settings'>): string =>
  settings.userNameClaim ?? (type === 'wsfederation' ? 'NameIdentifier' : 'preferred_username');
