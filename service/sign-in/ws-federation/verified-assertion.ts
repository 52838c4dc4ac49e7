import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** The verified content of an assertion, read only from its signed part. */
export type VerifiedAssertion = {
  /** Unique among the assertions of its issuer. */
  assertionId: string;
  /** The same assertion would be accepted until then, so its ID is stored for as long (S12). */
  rememberUntil: Date;
  /** The text of NameIdentifier or NameID, unchanged. Some providers name users only in an attribute. */
  subject: string | undefined;
  /** Values by the full names of the attributes, in the order of the message. */
  attributes: ReadonlyMap<string, readonly string[]>;
};

const SUBJECT = 'NameIdentifier';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Returns all values of a claim by its exact name: `NameIdentifier` for the subject, otherwise the full name of an attribute. */
export const claimValues = (assertion: VerifiedAssertion, claim: string): readonly string[] => {
  if (claim === SUBJECT) return assertion.subject === undefined ? [] : [assertion.subject];
  return assertion.attributes.get(claim) ?? [];
};

/** @throws SignInDeniedError if the claim with the user name (`userNameClaim`) is missing or has several values */
export const readUserName = (assertion: VerifiedAssertion, userNameClaim: string): string => {
  const [userName, second] = claimValues(assertion, userNameClaim);
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

/** The data for a user who is created at the first sign-in (L12). */
export const readProfile = (
  assertion: VerifiedAssertion,
): { name: string | undefined; surname: string | undefined; emailAddress: string | undefined } => ({
  name: claimValues(assertion, `${CLAIMS}/givenname`)[0],
  surname: claimValues(assertion, `${CLAIMS}/surname`)[0],
  emailAddress: claimValues(assertion, `${CLAIMS}/emailaddress`)[0],
});
