import type { ProvisionLoginProvider } from '#contract/login-provider.ts';
import { inEnglish } from '#i18n/sentence.ts';
import { isRedirectUri, REDIRECT_URI_HINT } from '#service/identity/redirect-uri.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Issue, Path } from '#service/shape/issue.ts';
import { findProviderIssues } from '#service/sign-in/providers/provider-issues.ts';
import { type PartialTenant, withPaths } from './partial-file.ts';

/**
 * Finds errors in sign-in settings: invalid URLs, and providers whose fields do not match their type. `isRejected`
 * returns true for providers that already failed the schema.
 */
export const findSignInErrors = (
  tenant: PartialTenant,
  path: Path,
  { outgoingPolicy, isRejected }: { outgoingPolicy: OutgoingPolicy; isRejected: (path: Path) => boolean },
): Issue[] => [
  ...withPaths(tenant.allowedRedirectUris, [...path, 'allowedRedirectUris'])
    .filter(({ entry }) => !isRedirectUri(entry))
    .map(({ entry, path }) => ({
      path,
      message: `${entry} is not a valid redirect URI; it must be ${inEnglish(REDIRECT_URI_HINT)}.`,
    })),
  ...withPaths(tenant.loginProviders, [...path, 'loginProviders'])
    .filter(({ path }) => !isRejected(path))
    .flatMap(({ entry, path }) =>
      findProviderIssues(entry as ProvisionLoginProvider, { outgoingPolicy, hasSecret: false }).map(
        ({ field, message }) => ({ path: [...path, ...parseFieldPath(field)], message: inEnglish(message) }),
      ),
    ),
];

/** `certificates[0]` stands for an entry in a list. */
const parseFieldPath = (field: string): Path => {
  const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(field) ?? [];
  return list === undefined ? [field] : [list, Number(index)];
};
