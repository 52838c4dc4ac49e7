import { makeSigningIdentity, type SigningIdentity } from './signing-identity.ts';
import { type AnswerOptions, ordinaryAnswer, writeAnswer } from './ws-federation-answer.ts';

/** An identity provider and what a relying party expects of it at some time. */
export const makeTrust = (identity: SigningIdentity = makeSigningIdentity()) => {
  const now = new Date('2026-03-01T12:01:00Z');
  const ordinary = ordinaryAnswer(identity, now);
  return {
    ordinary,
    expected: {
      issuer: ordinary.issuer,
      realm: 'urn:ronda',
      recipient: 'https://ronda.example.org/api/account/ExternalLoginCallback',
      certificates: [identity.certificate],
      now,
    },
    /** An answer that says this otherwise than usual. */
    answer: (otherwise: Partial<AnswerOptions> = {}) => writeAnswer({ ...ordinary, ...otherwise }),
  };
};
