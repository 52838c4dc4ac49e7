import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';

export type VerifiedIdentity = {
  /** The user's stable identifier (OpenID Connect); null if the user name itself is the identity (L11). */
  stable: { issuer: string; subject: string } | null;
  userName: string | null;
  name: string | null;
  surname: string | null;
  emailAddress: string | null;
  /** The values of claims mapped to roles and teams, by claim name. */
  groups: Readonly<Record<string, readonly string[]>>;
};

const MAX_CLAIM_LENGTH = 256;

/** Returns the value unchanged (L11), or null if it is not a string, is empty or too long, or cannot be stored. */
export const toStorableString = (value: unknown): string | null => {
  const isStorable =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_CLAIM_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0');
  return isStorable ? value : null;
};

/** The maximum number of groups in a claim. Any further groups are ignored. */
const MAX_GROUPS = 1_000;

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
        .slice(0, MAX_GROUPS)
        .map(toStorableString)
        .filter((value) => value !== null),
    ]),
  );
};
