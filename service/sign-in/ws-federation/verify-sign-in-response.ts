import type { KeyObject } from 'node:crypto';
import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { AssertionFacts, Confirmation, Period } from './assertion-facts.ts';
import { findSignedAssertion, requireId, SAML_2 } from './find-signed-assertion.ts';
import { readSaml1Assertion } from './read-saml-1-assertion.ts';
import { readSaml2Assertion } from './read-saml-2-assertion.ts';
import { readXml } from './read-xml.ts';
import { requireSameContent } from './require-same-content.ts';
import { readSigningKey } from './signing-key.ts';
import type { VerifiedAssertion } from './verified-assertion.ts';
import { verifySignature } from './verify-signature.ts';

export type ExpectedValues = {
  issuer: string;
  realm: string;
  /** The URL that the response was posted to. */
  recipient: string;
  /** One or more certificates in PEM format. */
  certificates: readonly string[];
  now: Date;
};

/** The tolerated clock difference, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 2 * 60_000;

/** Verifies `wresult` as specified in L14. Library errors are also denials: the message is untrusted. */
export const verifySignInResponse = (message: string, expected: ExpectedValues): VerifiedAssertion => {
  try {
    return verify(message, expected);
  } catch (error) {
    if (error instanceof SignInDeniedError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SignInDeniedError(`the message could not be verified: ${reason}`, { cause: error });
  }
};

const verify = (message: string, expected: ExpectedValues): VerifiedAssertion => {
  const keys: KeyObject[] = expected.certificates.map(readSigningKey);
  const signedAssertion = findSignedAssertion(readXml(message));
  const octets = verifySignature(message, signedAssertion, keys);
  const assertion = readXml(octets);
  requireSameContent(assertion, signedAssertion.assertion);

  const facts =
    assertion.namespace === SAML_2 ? readSaml2Assertion(assertion) : readSaml1Assertion(assertion);
  checkAssertion(facts, expected);
  return {
    assertionId: requireId(assertion),
    replayableUntil: new Date(facts.period.notOnOrAfter!.getTime() + MAX_CLOCK_SKEW_MS),
    subject: facts.subject,
    attributes: facts.attributes,
  };
};

const checkAssertion = (facts: AssertionFacts, { issuer, realm, recipient, now }: ExpectedValues): void => {
  if (facts.issuer !== issuer) {
    throw new SignInDeniedError(`the issuer is ${quote(facts.issuer)}, not ${quote(issuer)}`);
  }
  if (facts.audiences.length === 0) throw new SignInDeniedError('the assertion has no audience');
  const otherAudiences = facts.audiences.find((audiences) => !audiences.includes(realm));
  if (otherAudiences) {
    throw new SignInDeniedError(`the audience is ${quote(otherAudiences.join(' '))}, not ${quote(realm)}`);
  }
  const { notBefore, notOnOrAfter } = facts.period;
  if (notBefore === undefined || notOnOrAfter === undefined) {
    throw new SignInDeniedError('the conditions of the assertion lack NotBefore or NotOnOrAfter');
  }
  const invalidity = findInvalidity(facts.period, now);
  if (invalidity !== undefined) throw new SignInDeniedError(`the assertion ${invalidity}`);
  for (const endTime of facts.sessionEndTimes) {
    const expiry = findInvalidity({ notBefore: undefined, notOnOrAfter: endTime }, now);
    if (expiry !== undefined) throw new SignInDeniedError(`the session with the identity provider ${expiry}`);
  }
  const reasons = facts.confirmations.map((confirmation) =>
    findConfirmationProblem(confirmation, recipient, now),
  );
  if (!reasons.includes(undefined)) {
    throw new SignInDeniedError(
      `the assertion has no valid bearer confirmation: ${reasons[0] ?? 'there is none'}`,
    );
  }
};

const findInvalidity = ({ notBefore, notOnOrAfter }: Period, now: Date): string | undefined => {
  if (notBefore && now.getTime() < notBefore.getTime() - MAX_CLOCK_SKEW_MS)
    return `is valid from ${notBefore.toISOString()}`;
  return notOnOrAfter && now.getTime() >= notOnOrAfter.getTime() + MAX_CLOCK_SKEW_MS
    ? `was valid until ${notOnOrAfter.toISOString()}`
    : undefined;
};

const findConfirmationProblem = (confirmation: Confirmation, recipient: string, now: Date) => {
  if (confirmation.recipient !== undefined && confirmation.recipient !== recipient) {
    return `the recipient is ${quote(confirmation.recipient)}, not ${quote(recipient)}`;
  }
  const invalidity = findInvalidity(confirmation.period, now);
  return invalidity && `the confirmation ${invalidity}`;
};
