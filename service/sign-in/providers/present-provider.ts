import type { LoginProvider as WireProvider } from '#contract/login-provider.ts';
import type { LoginProvider } from './login-provider.ts';

/** Converts a provider for administrators to see, without its secret. */
export const presentProvider = (
  {
    providerId,
    revision,
    name,
    type,
    isEnabled,
    imageUri,
    imageClass,
    settings,
    sealedSecret,
    createdAt,
    modifiedAt,
  }: LoginProvider,
  callbackUrl: string | null,
): WireProvider => ({
  id: providerId,
  revision,
  name,
  type,
  isEnabled,
  imageUri,
  imageClass,
  hasClientSecret: sealedSecret !== null,
  callbackUrl,
  createdAt: createdAt.toISOString(),
  modifiedAt: modifiedAt.toISOString(),
  ...settings,
  signsInAdministrators: settings.signsInAdministrators ?? false,
});
