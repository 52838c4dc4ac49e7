import type { KeyObject } from 'node:crypto';
import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { AssertionFacts, Confirmation, Period } from './assertion-facts.ts';
import { findSignedAssertion, idOf, SAML_2 } from './find-signed-assertion.ts';
import { readSaml1Assertion } from './read-saml-1-assertion.ts';
import { readSaml2Assertion } from './read-saml-2-assertion.ts';
import { readXml } from './read-xml.ts';
import { refuseUnlessSame } from './refuse-unless-same.ts';
import { readSigningKey } from './signing-key.ts';
import type { VerifiedAssertion } from './verified-assertion.ts';
import { verifySignature } from './verify-signature.ts';

/** What a sign-in response must be, all of it from the configuration of the provider and the clock. */
export type Expected = {
  issuer: string;
  realm: string;
  /** The address that the response was posted to. */
  recipient: string;
  /** PEM, one or more. */
  certificates: readonly string[];
  now: Date;
};

/** Clocks differ by so much. */
const SKEW = 2 * 60_000;

/**
 * Verifies the answer of an identity provider (`wresult`) as L14 says. What it has said is read from the octets that it
 * has signed and from nothing else; the message only says where to look.
 *
 * @throws SignInRefused whatever is wrong, a fault of the libraries included: the text comes from a stranger
 */
export const verifySignInResponse = (message: string, expected: Expected): VerifiedAssertion => {
  try {
    return verify(message, expected);
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    const what = error instanceof Error ? error.message : String(error);
    throw new SignInRefused(`the message could not be verified: ${what}`, { cause: error });
  }
};

const verify = (message: string, expected: Expected): VerifiedAssertion => {
  const keys: KeyObject[] = expected.certificates.map(readSigningKey);
  const found = findSignedAssertion(readXml(message));
  const octets = verifySignature(message, found, keys);
  const assertion = readXml(octets);
  refuseUnlessSame(assertion, found.assertion);

  const facts =
    assertion.namespace === SAML_2 ? readSaml2Assertion(assertion) : readSaml1Assertion(assertion);
  judge(facts, expected);
  return {
    assertionId: idOf(assertion),
    rememberUntil: new Date(facts.period.notOnOrAfter!.getTime() + SKEW),
    subject: facts.subject,
    attributes: facts.attributes,
  };
};

const judge = (facts: AssertionFacts, { issuer, realm, recipient, now }: Expected): void => {
  if (facts.issuer !== issuer) {
    throw new SignInRefused(`the issuer is ${quoted(facts.issuer)}, not ${quoted(issuer)}`);
  }
  if (facts.audiences.length === 0) throw new SignInRefused('the assertion names no audience');
  const foreign = facts.audiences.find((audiences) => !audiences.includes(realm));
  if (foreign) {
    throw new SignInRefused(`the audience is ${quoted(foreign.join(' '))}, not ${quoted(realm)}`);
  }
  const { notBefore, notOnOrAfter } = facts.period;
  if (notBefore === undefined || notOnOrAfter === undefined) {
    throw new SignInRefused('the conditions of the assertion lack NotBefore or NotOnOrAfter');
  }
  const outside = whyOutside(facts.period, now);
  if (outside !== undefined) throw new SignInRefused(`the assertion ${outside}`);
  for (const end of facts.sessionEnds) {
    const over = whyOutside({ notBefore: undefined, notOnOrAfter: end }, now);
    if (over !== undefined) throw new SignInRefused(`the session with the identity provider ${over}`);
  }
  const reasons = facts.confirmations.map((confirmation) => whyUnconfirmed(confirmation, recipient, now));
  if (!reasons.includes(undefined)) {
    throw new SignInRefused(
      `the assertion does not say that its bearer is its subject: ${reasons[0] ?? 'no confirmation is by bearer'}`,
    );
  }
};

const whyOutside = ({ notBefore, notOnOrAfter }: Period, now: Date): string | undefined => {
  if (notBefore && now.getTime() < notBefore.getTime() - SKEW) return `holds from ${notBefore.toISOString()}`;
  return notOnOrAfter && now.getTime() >= notOnOrAfter.getTime() + SKEW
    ? `held until ${notOnOrAfter.toISOString()}`
    : undefined;
};

const whyUnconfirmed = (confirmation: Confirmation, recipient: string, now: Date): string | undefined => {
  if (confirmation.recipient !== undefined && confirmation.recipient !== recipient) {
    return `the recipient is ${quoted(confirmation.recipient)}, not ${quoted(recipient)}`;
  }
  const outside = whyOutside(confirmation.period, now);
  return outside && `the confirmation ${outside}`;
};
