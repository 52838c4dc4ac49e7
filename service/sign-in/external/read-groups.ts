import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { toStorableString, type VerifiedIdentity } from './verified-identity.ts';

/** Any groups of a user beyond this number are ignored. */
const MAX_VALUES = 1_000;

/** The values of those claims that are mapped to roles and teams. */
export const readGroups = (
  { settings }: LoginProvider,
  readValues: (claim: string) => readonly unknown[],
): VerifiedIdentity['groups'] => {
  const claims = [settings.roleMapping?.claim, settings.teamMapping?.claim].filter(
    (claim) => claim !== undefined,
  );
  return Object.fromEntries(
    claims.map((claim) => [
      claim,
      readValues(claim)
        .slice(0, MAX_VALUES)
        .map(toStorableString)
        .filter((value) => value !== null),
    ]),
  );
};
