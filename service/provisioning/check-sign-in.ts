import type { ProvisionLoginProvider } from '#contract/login-provider.ts';
import { toEnglish } from '#i18n/message.ts';
import { isRedirectUri, REDIRECT_URI_HINT } from '#service/identity/redirect-uri.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { type Issue, type Path, parsePath } from '#service/shape/issue.ts';
import { findProviderIssues } from '#service/sign-in/providers/provider-issues.ts';
import { listEntries, type PartialTenant, type ValueAtPath } from './partial-file.ts';

/** `isRejected` returns true for the path of a value that contains schema errors. */
export type DataRules = { outgoingPolicy: OutgoingPolicy; isRejected: (path: Path) => boolean };

export const findSignInErrors = (
  tenant: ValueAtPath<PartialTenant>,
  { outgoingPolicy, isRejected }: DataRules,
): Issue[] => [
  ...listEntries(tenant, 'allowedRedirectUris')
    .filter(({ value }) => !isRedirectUri(value))
    .map(({ value, path }) => ({
      path,
      message: `${value} is not a valid redirect URI; it must be ${toEnglish(REDIRECT_URI_HINT)}.`,
    })),
  ...listEntries(tenant, 'loginProviders')
    .filter(({ path }) => !isRejected(path))
    .flatMap(({ value, path }) =>
      findProviderIssues(value as ProvisionLoginProvider, { outgoingPolicy, hasSecret: false }).map(
        ({ field, message }) => ({ path: [...path, ...parsePath(field)], message: toEnglish(message) }),
      ),
    ),
];
