import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** The verified content of an assertion, taken only from its signed part. */
export type VerifiedAssertion = {
  /** Unique among the issuer's assertions. */
  assertionId: string;
  /** Until this time, the same assertion could be replayed, so its ID is stored (S12). */
  replayableUntil: Date;
  /** The text of NameIdentifier or NameID, unchanged. Some providers name the user only in an attribute. */
  subject: string | undefined;
  /** Values by full attribute name, in message order. */
  attributes: ReadonlyMap<string, readonly string[]>;
};

const SUBJECT = 'NameIdentifier';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Returns all values of a claim: the subject for `NameIdentifier`, otherwise the attribute with that full name. */
export const getClaimValues = (assertion: VerifiedAssertion, claim: string): readonly string[] => {
  if (claim === SUBJECT) return assertion.subject === undefined ? [] : [assertion.subject];
  return assertion.attributes.get(claim) ?? [];
};

/** @throws SignInDeniedError if the claim that names the user (`userNameClaim`) is missing or has several values */
export const readUserName = (assertion: VerifiedAssertion, userNameClaim: string): string => {
  const [userName, second] = getClaimValues(assertion, userNameClaim);
  if (!userName)
    throw new SignInDeniedError(
      `the assertion does not contain ${userNameClaim}, the claim for the user name`,
    );
  if (second !== undefined) {
    throw new SignInDeniedError(
      `the assertion contains ${userNameClaim}, the claim for the user name, more than once`,
    );
  }
  return userName;
};

/** Returns the data for creating a user at their first sign-in (L12). */
export const readProfile = (
  assertion: VerifiedAssertion,
): { name: string | undefined; surname: string | undefined; emailAddress: string | undefined } => ({
  name: getClaimValues(assertion, `${CLAIMS}/givenname`)[0],
  surname: getClaimValues(assertion, `${CLAIMS}/surname`)[0],
  emailAddress: getClaimValues(assertion, `${CLAIMS}/emailaddress`)[0],
});
