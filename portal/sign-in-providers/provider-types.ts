import type { ProviderType } from '#contract/login-provider.ts';

export const PROVIDER_TYPES: readonly ProviderType[] = ['oidc', 'oauth2', 'wsfederation'];
