import { isDeepStrictEqual } from 'node:util';
import type { LoginProvider } from './login-provider.ts';
import { type ProviderDraft, settingsOf } from './write-provider.ts';

/**
 * The changed members of a provider with their previous and new values, compared deeply because the database reorders members. Does not
 * include the secret, only whether it changes.
 */
export const diffProvider = (before: LoginProvider, after: ProviderDraft): Record<string, unknown> => {
  const [previous, updated] = [valuesOf(before, before.settings), valuesOf(after, settingsOf(after))];
  const changes = Object.keys({ ...previous, ...updated })
    .filter((member) => !isDeepStrictEqual(previous[member], updated[member]))
    .map((member) => [member, { before: previous[member] ?? null, after: updated[member] ?? null }]);
  return {
    ...Object.fromEntries(changes),
    ...(after.clientSecret !== undefined && { clientSecret: 'replaced' }),
  };
};

type ProviderValues = Pick<LoginProvider, 'name' | 'type' | 'isEnabled'> & {
  imageUri?: string | null | undefined;
  imageClass?: string | null | undefined;
};

const valuesOf = (
  { name, type, isEnabled, imageUri = null, imageClass = null }: ProviderValues,
  settings: LoginProvider['settings'],
): Record<string, unknown> => ({ name, type, isEnabled, imageUri, imageClass, ...settings });
