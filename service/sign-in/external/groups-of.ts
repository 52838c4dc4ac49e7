import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { keptText, type VerifiedIdentity } from './verified-identity.ts';

/** Somebody in more groups is given what the first of them give. */
const MOST_VALUES = 1_000;

/** The values of the claims that roles and teams are given by. */
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
        .slice(0, MOST_VALUES)
        .map(keptText)
        .filter((text) => text !== null),
    ]),
  );
};
