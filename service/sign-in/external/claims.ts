import { type LoginProvider, userNameClaimOf } from '#service/sign-in/providers/login-provider.ts';
import { groupsOf } from './groups-of.ts';
import { keptText, type VerifiedIdentity } from './verified-identity.ts';

/** Claims of OpenID Connect, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** What is kept of them (L12). */
export const claimedIdentity = (
  provider: LoginProvider,
  claims: Claims,
  stable: VerifiedIdentity['stable'],
): VerifiedIdentity => {
  const claim = (name: string) => (Object.hasOwn(claims, name) ? claims[name] : undefined);
  return {
    stable,
    userName: keptText(claim(userNameClaimOf(provider))),
    name: keptText(claim('given_name')) ?? keptText(claim('name')),
    surname: keptText(claim('family_name')),
    emailAddress: keptText(claim('email')),
    groups: groupsOf(provider, (name) => [claim(name)].flat()),
  };
};
