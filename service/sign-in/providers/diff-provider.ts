import { isDeepStrictEqual } from 'node:util';
import type { LoginProvider } from './login-provider.ts';
import { extractSettings, type ProviderInput } from './write-provider.ts';

/**
 * The changed fields of a provider, with their old and new values. They are compared deeply, because the database
 * reorders properties. Of the secret, includes only whether it changes.
 */
export const diffProvider = (before: LoginProvider, after: ProviderInput): Record<string, unknown> => {
  const [previous, updated] = [
    toComparable(before, before.settings),
    toComparable(after, extractSettings(after)),
  ];
  const changes = Object.keys({ ...previous, ...updated })
    .filter((field) => !isDeepStrictEqual(previous[field], updated[field]))
    .map((field) => [field, { before: previous[field] ?? null, after: updated[field] ?? null }]);
  return {
    ...Object.fromEntries(changes),
    ...(after.clientSecret !== undefined && { clientSecret: 'replaced' }),
  };
};

type ProviderValues = Pick<LoginProvider, 'name' | 'type' | 'isEnabled'> & {
  imageUri?: string | null | undefined;
  imageClass?: string | null | undefined;
};

const toComparable = (
  { name, type, isEnabled, imageUri = null, imageClass = null }: ProviderValues,
  settings: LoginProvider['settings'],
): Record<string, unknown> => ({ name, type, isEnabled, imageUri, imageClass, ...settings });
