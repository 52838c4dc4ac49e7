import type { LoginProvider } from './login-provider.ts';

/** Converts a provider to the form that administrators see, without the secret. */
export const presentProvider = (
  {
    tenantId: _tenantId,
    providerId,
    revision,
    settings,
    sealedSecret,
    createdAt,
    modifiedAt,
    ...provider
  }: LoginProvider,
  callbackUrl: string | null,
) => ({
  id: providerId,
  revision,
  ...provider,
  hasClientSecret: sealedSecret !== null,
  callbackUrl,
  createdAt,
  modifiedAt,
  ...settings,
  signsInAdministrators: settings.signsInAdministrators ?? false,
});
