import type { LoginProvider } from './login-provider.ts';

/** Converts a provider for administrators to see, without its secret. */
export const presentProvider = (
  { tenantId: _tenantId, providerId, settings, sealedSecret, ...provider }: LoginProvider,
  callbackUrl: string | null,
) => ({
  id: providerId,
  ...provider,
  hasClientSecret: sealedSecret !== null,
  callbackUrl,
  ...settings,
  signsInAdministrators: settings.signsInAdministrators ?? false,
});
