import { isDeepStrictEqual } from 'node:util';
import type { LoginProvider } from './login-provider.ts';
import { type ProviderDraft, settingsOf } from './write-provider.ts';

/** The changed members of a provider, with the values before and after (compared deeply, because the database reorders members); for the secret only the fact that it changes. */
export const diffProvider = (before: LoginProvider, after: ProviderDraft): Record<string, unknown> => {
  const [old, wanted] = [shownOf(before, before.settings), shownOf(after, settingsOf(after))];
  const changes = Object.keys({ ...old, ...wanted })
    .filter((member) => !isDeepStrictEqual(old[member], wanted[member]))
    .map((member) => [member, { before: old[member] ?? null, after: wanted[member] ?? null }]);
  return {
    ...Object.fromEntries(changes),
    ...(after.clientSecret !== undefined && { clientSecret: 'replaced' }),
  };
};

type Shown = Pick<LoginProvider, 'name' | 'type' | 'isEnabled'> & {
  imageUri?: string | null | undefined;
  imageClass?: string | null | undefined;
};

const shownOf = (
  { name, type, isEnabled, imageUri = null, imageClass = null }: Shown,
  settings: LoginProvider['settings'],
): Record<string, unknown> => ({ name, type, isEnabled, imageUri, imageClass, ...settings });
