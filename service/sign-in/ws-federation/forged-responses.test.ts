import assert from 'node:assert/strict';
import { createHash, createHmac, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { writeSignature } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

/*
 * Alice has a genuine response about herself, and can change its text in any way. She wants to become admin.
 */

const { ordinary, expected, respond } = createTrust();
const mallory = createSigningIdentity();
const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** The parts of a genuine response. */
const partsOf = (message: string) => {
  const token = /<(?:saml:)?Assertion[\s\S]*<\/(?:saml:)?Assertion>/.exec(message)![0];
  const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(token)![0];
  const unsigned = token.replace(signature, '');
  const evil = unsigned.replaceAll('>alice<', '>admin<');
  return { token, signature, unsigned, evil, evilSigned: token.replaceAll('>alice<', '>admin<') };
};
type Parts = ReturnType<typeof partsOf>;

const anotherId = (text: string) => text.replace(ordinary.id, '_evil');

/** Inserts before the end tag of an assertion. */
const within = (assertion: string, more: string) =>
  assertion.replace(/<\/(?:saml:)?Assertion>$/, (end) => more + end);
const advice = (token: string, content: string) =>
  token.includes('<saml:') ? `<saml:Advice>${content}</saml:Advice>` : `<Advice>${content}</Advice>`;
const object = (signature: string, content: string) =>
  signature.replace('</ds:Signature>', (end) => `<ds:Object>${content}</ds:Object>${end}`);
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

type Forgery = {
  what: string;
  why: RegExp;
  token?: (parts: Parts) => string;
  message?: (message: string) => string;
};

const forgeries: Forgery[] = [
  { what: 'is not signed', why: /is not signed/, token: ({ evil }) => evil },
  {
    what: 'was changed after it was signed',
    why: /its digest differs/,
    token: ({ evilSigned }) => evilSigned,
  },
  {
    what: 'has another digest after it was signed',
    why: /any of the configured certificates/,
    token: ({ evil, evilSigned }) => evilSigned.replace(/(DigestValue>)[^<]+/, `$1${digestOf(evil)}`),
  },
  {
    what: 'is wrapped: the forged assertion is before the signed one',
    why: /must contain exactly one assertion/,
    token: ({ evil, token }) => anotherId(evil) + token,
  },
  {
    what: 'is wrapped: the forged assertion is after the signed one',
    why: /must contain exactly one assertion/,
    token: ({ evil, token }) => token + anotherId(evil),
  },
  {
    what: 'is wrapped: the signed assertion is inside the forged one',
    why: /2 elements Assertion/,
    token: ({ evil, token }) => within(anotherId(evil), advice(token, token)),
  },
  {
    what: 'is wrapped: the signature is inside the forged assertion, and the signed one inside the signature',
    why: /2 elements Assertion/,
    token: ({ evil, signature, unsigned }) => within(anotherId(evil), object(signature, unsigned)),
  },
  {
    what: 'is wrapped: the signed assertion is next to the token, and the forged one has its id',
    why: /2 elements Assertion/,
    message: (message) => {
      const { token, unsigned, evilSigned } = partsOf(message);
      return message.replace(token, evilSigned).replace('<t:RequestType>', (tag) => unsigned + tag);
    },
  },
  {
    what: 'is wrapped: the signed assertion is in KeyInfo of the forged one',
    why: /2 elements Assertion/,
    token: ({ evilSigned, unsigned }) => evilSigned.replace('</KeyInfo>', (end) => unsigned + end),
  },
  {
    what: 'is wrapped: there is a second token',
    why: /more than one RequestedSecurityToken/,
    message: (message) => {
      const { token, evil } = partsOf(message);
      const second = message.match(/<t:RequestedSecurityToken>[\s\S]*<\/t:RequestedSecurityToken>/)![0];
      return message.replace(second, second.replace(token, anotherId(evil)) + second);
    },
  },
  {
    what: 'is wrapped: the signed element has another name than its forged double',
    why: /more than one element with the id/,
    token: ({ evilSigned, unsigned }) =>
      within(evilSigned, advice(evilSigned, unsigned.replaceAll(/(<\/?(?:saml:)?)Assertion\b/g, '$1Other'))),
  },
  ...['ID', 'Id', 'id', 'AssertionID', 'xml:id', 'wsu:Id'].map((name) => ({
    what: `has a second element with its id, by ${name}`,
    why: name === 'xml:id' ? /reserved name "id"/ : /more than one element with the id/,
    message: (message: string) => message.replace('<wsu:Created', `<wsu:Created ${name}="${ordinary.id}"`),
  })),
  {
    what: 'has its signature next to it',
    why: /is not signed/,
    message: (message) => {
      const { token, signature, evil } = partsOf(message);
      return message.replace(token, evil).replace('<t:RequestType>', (tag) => signature + tag);
    },
  },
  {
    what: 'has its signature one level too deep',
    why: /is not signed/,
    token: ({ evil, signature }) => within(evil, advice(evil, signature)),
  },
  {
    what: 'has two signatures',
    why: /2 elements Signature/,
    token: ({ token, signature }) => token.replace(signature, signature + signature),
  },
  {
    what: 'has a signature in its signature',
    why: /2 elements Signature/,
    token: ({ token, signature }) => token.replace(signature, object(signature, signature)),
  },
  {
    what: 'has an object in its signature',
    why: /Signature of the signature must contain/,
    token: ({ token, signature }) => token.replace(signature, object(signature, 'x')),
  },
  {
    what: 'has two SignedInfo (CVE-2025-29774)',
    why: /2 elements SignedInfo/,
    token: ({ evil, evilSigned, signature }) => {
      const signedInfo = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(signature)![0];
      const forged = signedInfo.replace(/(DigestValue>)[^<]+/, `$1${digestOf(evil)}`);
      return evilSigned.replace(signedInfo, forged + signedInfo);
    },
  },
  {
    what: 'hides a digest in a comment (CVE-2025-29775)',
    why: /its digest differs/,
    token: ({ evil, evilSigned }) => evilSigned.replace(/(DigestValue>)/, `$1<!--${digestOf(evil)}-->`),
  },
  {
    what: 'hides a digest before the signed one',
    why: /not base64/,
    token: ({ evil, evilSigned }) => evilSigned.replace(/(DigestValue>)/, `$1${digestOf(evil)}<!---->`),
  },
  {
    what: 'has a second digest',
    why: /Reference of the signature must contain/,
    token: ({ evil, evilSigned }) =>
      evilSigned.replace('<ds:DigestValue>', (tag) => `${tag}${digestOf(evil)}</ds:DigestValue>${tag}`),
  },
  {
    what: 'has a second reference',
    why: /SignedInfo of the signature must contain/,
    token: ({ token }) => token.replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, '$&$&'),
  },
  {
    what: 'has another id than it was signed with',
    why: /the signature covers "#_660ec874/,
    token: ({ evilSigned }) => anotherId(evilSigned),
  },
  ...[
    '',
    '#',
    '#xpointer(/)',
    "#xpointer(id('_660ec874-f70a-4997-a9c4-bd591f1c7469'))",
    'https://evil.example/',
  ].map((uri) => ({
    what: `has a signature for "${uri}"`,
    why: /the signature covers/,
    token: ({ token }: Parts) => token.replace(/ URI="[^"]*"/, ` URI="${uri}"`),
  })),
  {
    what: 'has a signature without a reference URI',
    why: /Reference has no URI/,
    token: ({ token }) => token.replace(/ URI="[^"]*"/, ''),
  },
  {
    what: 'is signed with an unknown key and contains its certificate',
    why: /any of the configured certificates/,
    token: ({ evil }) => {
      const base64 = mallory.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
      const keyInfo = `<X509Data><X509Certificate>${base64}</X509Certificate></X509Data>`;
      const forged = writeSignature(evil, { ...ordinary, identity: mallory, keyInfo });
      return evil.includes('</Issuer>')
        ? evil.replace('</Issuer>', (end) => end + forged)
        : within(evil, forged);
    },
  },
  {
    what: 'has an HMAC instead of a signature, computed with the public key',
    why: /hmac-sha256", which is not accepted/,
    token: ({ evil, signature }) => {
      const key = createPublicKey(ordinary.identity.privateKey).export({ type: 'spki', format: 'pem' });
      const [signedInfo] = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(
        signature
          .replace('more#rsa-sha256', 'more#hmac-sha256')
          .replace(/(DigestValue>)[^<]+/, `$1${digestOf(evil)}`),
      )!;
      const canonical = signedInfo.replace('SignedInfo', `SignedInfo xmlns:ds="${XML_SIGNATURE}"`);
      const mac = createHmac('sha256', key).update(canonical).digest('base64');
      const forged = signature
        .replace(/<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/, signedInfo)
        .replace(/(SignatureValue>)[^<]+/, `$1${mac}`);
      return within(evil, forged);
    },
  },
  {
    what: 'has an empty signature value',
    why: /SignatureValue is not base64/,
    token: ({ evilSigned }) => evilSigned.replace(/(SignatureValue>)[^<]+/, '$1'),
  },
  {
    what: 'has the digest of nothing (void canonicalization)',
    why: /digest differs|any of the configured/,
    token: ({ evilSigned }) => evilSigned.replace(/(DigestValue>)[^<]+/, `$1${digestOf('')}`),
  },
];

for (const { what, why: reason, token, message } of forgeries) {
  test(`rejects a response that ${what}`, () => {
    for (const saml of ['1.1', '2.0'] as const) {
      const honest = respond({ saml });
      const parts = partsOf(honest);
      const forged = message ? message(honest) : honest.replace(parts.token, () => token!(parts));
      assert.notEqual(forged, honest);
      assert.throws(
        () => verifySignInResponse(forged, expected),
        (error) => error instanceof SignInDenied && reason.test(error.message),
        `SAML ${saml}`,
      );
    }
  });
}

test('rejects a second response in a collection', () => {
  const honest = respond({ trust: '1.3' });
  const response = /<trust:RequestSecurityTokenResponse>[\s\S]*<\/trust:RequestSecurityTokenResponse>/.exec(
    honest,
  )![0];
  const { token, evil } = partsOf(honest);
  const forged = honest.replace(response, response.replace(token, anotherId(evil)) + response);
  assert.throws(() => verifySignInResponse(forged, expected), /exactly one RequestSecurityTokenResponse/);
});
