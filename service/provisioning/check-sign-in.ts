import type { ProvisionLoginProvider } from '#contract/login-provider.ts';
import { inEnglish } from '#i18n/sentence.ts';
import { isRedirectUri, REDIRECT_URI_HINT } from '#service/identity/redirect-uri.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Issue, Path } from '#service/shape/issue.ts';
import { providerIssues } from '#service/sign-in/providers/provider-issues.ts';
import { type PartialTenant, withPaths } from './partial-file.ts';

/**
 * Finds errors in sign-in settings: invalid addresses, and providers whose members do not fit their type. `isRejected`
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
      providerIssues(entry as ProvisionLoginProvider, { outgoingPolicy, hasSecret: false }).map(
        ({ member, message }) => ({ path: [...path, ...stepsOfMember(member)], message: inEnglish(message) }),
      ),
    ),
];

/** `certificates[0]` is an entry of a list. */
const stepsOfMember = (member: string): Path => {
  const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(member) ?? [];
  return list === undefined ? [member] : [list, Number(index)];
};
