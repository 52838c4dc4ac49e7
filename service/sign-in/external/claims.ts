import { getUserNameClaim, type LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { readGroups, toStorableString, type VerifiedIdentity } from './verified-identity.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Extracts the claims that Ronda stores (L12). */
export const extractClaimedIdentity = (
  provider: LoginProvider,
  claims: Claims,
  stable: VerifiedIdentity['stable'],
): VerifiedIdentity => {
  const claim = (name: string) => (Object.hasOwn(claims, name) ? claims[name] : undefined);
  return {
    stable,
    userName: toStorableString(claim(getUserNameClaim(provider))),
    name: toStorableString(claim('given_name')) ?? toStorableString(claim('name')),
    surname: toStorableString(claim('family_name')),
    emailAddress: toStorableString(claim('email')),
    groups: readGroups(provider, (name) => [claim(name)].flat()),
  };
};
