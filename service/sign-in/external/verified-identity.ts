/** What a provider says of somebody, after everything about it has been verified. */
export type VerifiedIdentity = {
  /**
   * Whom the provider means, whatever their name becomes (OpenID Connect); null where the user name is the identity (L11).
   */
  stable: { issuer: string; subject: string } | null;
  userName: string | null;
  name: string | null;
  surname: string | null;
  emailAddress: string | null;
  /** Values of the claims by which roles and teams are given, by name of the claim. */
  groups: Readonly<Record<string, readonly string[]>>;
};

const LONGEST_TEXT = 256;

/**
 * A text as it is – nothing is trimmed or folded (L11) – unless it is none, empty, longer than anything that it could be, or
 * PostgreSQL could not keep it.
 */
export const keptText = (value: unknown): string | null => {
  const isFit =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= LONGEST_TEXT &&
    value.isWellFormed() &&
    !value.includes('\0');
  return isFit ? value : null;
};
