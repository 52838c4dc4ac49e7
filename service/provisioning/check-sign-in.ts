import type { ProvisionLoginProvider } from '#contract/login-provider.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { isRedirectUri, REDIRECT_URI_HINT } from '#service/identity/redirect-uri.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Fault, Path } from '#service/shape/fault.ts';
import { providerFaults } from '#service/sign-in/providers/provider-faults.ts';
import { type LooseTenant, placed } from './loose-file.ts';

/**
 * What cannot be of how people sign in: addresses that are none, and providers that lack or have what others of their type
 * do not. `isRefused` tells of whose shape something is wrong already.
 */
export const signInFaults = (
  tenant: LooseTenant,
  path: Path,
  { outgoingPolicy, isRefused }: { outgoingPolicy: OutgoingPolicy; isRefused: (path: Path) => boolean },
): Fault[] => [
  ...placed(tenant.allowedRedirectUris, [...path, 'allowedRedirectUris'])
    .filter(({ entry }) => !isRedirectUri(entry))
    .map(({ entry, path }) => ({
      path,
      message: `${entry} is no address to go on at; it must be ${inEnglish(REDIRECT_URI_HINT)}.`,
    })),
  ...placed(tenant.loginProviders, [...path, 'loginProviders'])
    .filter(({ path }) => !isRefused(path))
    .flatMap(({ entry, path }) =>
      providerFaults(entry as ProvisionLoginProvider, { outgoingPolicy, hasSecret: false }).map(
        ({ member, message }) => ({ path: [...path, ...stepsOfMember(member)], message: inEnglish(message) }),
      ),
    ),
];

/** `certificates[0]` is a place in a list. */
const stepsOfMember = (member: string): Path => {
  const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(member) ?? [];
  return list === undefined ? [member] : [list, Number(index)];
};
