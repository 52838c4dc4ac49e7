import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';

/** What an identity provider has said of a user, all of it read from what it has signed. */
export type VerifiedAssertion = {
  /** Unique among the assertions of its issuer. */
  assertionId: string;
  /** Until then the same assertion would be accepted again, so that long its id must be remembered (S12). */
  rememberUntil: Date;
  /** The text of NameIdentifier or NameID, as it is. Some providers name their users by an attribute only. */
  subject: string | undefined;
  /** Values by the full names of the attributes, in the order of the message. */
  attributes: ReadonlyMap<string, readonly string[]>;
};

const SUBJECT = 'NameIdentifier';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** All values of a claim, by its exact name: `NameIdentifier` for the subject, else the full name of an attribute. */
export const claimValues = (assertion: VerifiedAssertion, claim: string): readonly string[] => {
  if (claim === SUBJECT) return assertion.subject === undefined ? [] : [assertion.subject];
  return assertion.attributes.get(claim) ?? [];
};

/** @throws SignInRefused when the claim that names the user (`userNameClaim`) is not there or names more than one */
export const readUserName = (assertion: VerifiedAssertion, userNameClaim: string): string => {
  const [userName, second] = claimValues(assertion, userNameClaim);
  if (!userName) throw new SignInRefused(`the assertion does not say ${userNameClaim}, which names the user`);
  if (second !== undefined) {
    throw new SignInRefused(`the assertion says ${userNameClaim}, which names the user, more than once`);
  }
  return userName;
};

/** What a user that is made at the first sign-in is called (L12). */
export const profileOf = (
  assertion: VerifiedAssertion,
): { name: string | undefined; surname: string | undefined; emailAddress: string | undefined } => ({
  name: claimValues(assertion, `${CLAIMS}/givenname`)[0],
  surname: claimValues(assertion, `${CLAIMS}/surname`)[0],
  emailAddress: claimValues(assertion, `${CLAIMS}/emailaddress`)[0],
});
