import { type LoginProvider, userNameClaimOf } from '#service/sign-in/providers/login-provider.ts';
import { groupsOf } from './groups-of.ts';
import { storableText, type VerifiedIdentity } from './verified-identity.ts';

/** Claims of OpenID Connect, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Extracts the stored parts of the claims (L12). */
export const claimedIdentity = (
  provider: LoginProvider,
  claims: Claims,
  stable: VerifiedIdentity['stable'],
): VerifiedIdentity => {
  const claim = (name: string) => (Object.hasOwn(claims, name) ? claims[name] : undefined);
  return {
    stable,
    userName: storableText(claim(userNameClaimOf(provider))),
    name: storableText(claim('given_name')) ?? storableText(claim('name')),
    surname: storableText(claim('family_name')),
    emailAddress: storableText(claim('email')),
    groups: groupsOf(provider, (name) => [claim(name)].flat()),
  };
};
