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

export type Claims = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 256;
const MOST_VALUES = 1_000;

/** A claim that is a text, as it is: nothing is trimmed or folded (L11). */
export const textClaim = (claims: Claims, name: string): string | null => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const isFit = typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT && isKept(value);
  return isFit ? value : null;
};

/** A claim that is a text or a list of texts. */
export const valuesOfClaim = (claims: Claims, name: string): string[] => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const values: unknown[] = Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value];
  return values.filter(
    (one) => typeof one === 'string' && one.length <= LONGEST_TEXT && isKept(one),
  ) as string[];
};

/** PostgreSQL keeps neither. */
const isKept = (text: string) => text.isWellFormed() && !text.includes('\0');
