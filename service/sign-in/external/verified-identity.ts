/** The identity of a user as sent by a provider, after verification. */
export type VerifiedIdentity = {
  /** The stable identifier of the user (OpenID Connect); null if the user name is the identity (L11). */
  stable: { issuer: string; subject: string } | null;
  userName: string | null;
  name: string | null;
  surname: string | null;
  emailAddress: string | null;
  /** Values of the claims that are mapped to roles and teams, by name of the claim. */
  groups: Readonly<Record<string, readonly string[]>>;
};

const MAX_LENGTH = 256;

/** Returns a string unchanged (L11), or null if it is not a string, or is empty, too long or not storable in PostgreSQL. */
export const toStorableString = (value: unknown): string | null => {
  const isStorable =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0');
  return isStorable ? value : null;
};
