/** The identity of a user as sent by a provider, after verification. */
export type VerifiedIdentity = {
  /**
   * Identifies the user at the provider even if the name changes (OpenID Connect); null if the user name is the identity (L11).
   */
  stable: { issuer: string; subject: string } | null;
  userName: string | null;
  name: string | null;
  surname: string | null;
  emailAddress: string | null;
  /** Values of the claims that are mapped to roles and teams, by name of the claim. */
  groups: Readonly<Record<string, readonly string[]>>;
};

const MAX_TEXT_LENGTH = 256;

/**
 * Returns a text unchanged – neither trimmed nor folded (L11) – or null if it is not a text, empty, too long, or cannot be stored in
 * PostgreSQL.
 */
export const storableText = (value: unknown): string | null => {
  const isFit =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_TEXT_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0');
  return isFit ? value : null;
};
