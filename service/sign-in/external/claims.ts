import { type LoginProvider, userNameClaimOf } from '#service/sign-in/providers/login-provider.ts';
import { groupsOf } from './groups-of.ts';
import { storableString, type VerifiedIdentity } from './verified-identity.ts';

/** Claims by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Extracts the claims that are stored (L12). */
export const claimedIdentity = (
  provider: LoginProvider,
  claims: Claims,
  stable: VerifiedIdentity['stable'],
): VerifiedIdentity => {
  const claim = (name: string) => (Object.hasOwn(claims, name) ? claims[name] : undefined);
  return {
    stable,
    userName: storableString(claim(userNameClaimOf(provider))),
    name: storableString(claim('given_name')) ?? storableString(claim('name')),
    surname: storableString(claim('family_name')),
    emailAddress: storableString(claim('email')),
    groups: groupsOf(provider, (name) => [claim(name)].flat()),
  };
};
