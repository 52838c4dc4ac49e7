import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { storableString, type VerifiedIdentity } from './verified-identity.ts';

/** Further groups of a user are ignored. */
const MAX_VALUES = 1_000;

/** The values of the claims that are mapped to roles and teams. */
export const groupsOf = (
  { settings }: LoginProvider,
  valuesOf: (claim: string) => readonly unknown[],
): VerifiedIdentity['groups'] => {
  const claims = [settings.roleMapping?.claim, settings.teamMapping?.claim].filter(
    (claim) => claim !== undefined,
  );
  return Object.fromEntries(
    claims.map((claim) => [
      claim,
      valuesOf(claim)
        .slice(0, MAX_VALUES)
        .map(storableString)
        .filter((value) => value !== null),
    ]),
  );
};
