import assert from 'node:assert/strict';
import { createHash, createHmac, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { writeSignature } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

/* Alice has a genuine response that she can alter in any way. She tries to sign in as admin. */

const { defaults, expected, respond } = createTrust();
const attacker = createSigningIdentity();
const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** Parses the parts of a genuine response. */
const parseParts = (message: string) => {
  const token = /<(?:saml:)?Assertion[\s\S]*<\/(?:saml:)?Assertion>/.exec(message)![0];
  const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(token)![0];
  const unsigned = token.replace(signature, '');
  const forgedUnsigned = unsigned.replaceAll('>alice<', '>admin<');
  return { token, signature, unsigned, forgedUnsigned, forgedSigned: token.replaceAll('>alice<', '>admin<') };
};
type Parts = ReturnType<typeof parseParts>;

const withOtherId = (text: string) => text.replace(defaults.id, '_evil');

/** Inserts content before an assertion's end tag. */
const appendTo = (assertion: string, content: string) =>
  assertion.replace(/<\/(?:saml:)?Assertion>$/, (end) => content + end);
const wrapInAdvice = (token: string, content: string) =>
  token.includes('<saml:') ? `<saml:Advice>${content}</saml:Advice>` : `<Advice>${content}</Advice>`;
const appendObject = (signature: string, content: string) =>
  signature.replace('</ds:Signature>', (end) => `<ds:Object>${content}</ds:Object>${end}`);
const computeDigest = (text: string) => createHash('sha256').update(text).digest('base64');

type Forgery = {
  name: string;
  reason: RegExp;
  token?: (parts: Parts) => string;
  message?: (message: string) => string;
};

const forgeries: Forgery[] = [
  { name: 'is not signed', reason: /is not signed/, token: ({ forgedUnsigned }) => forgedUnsigned },
  {
    name: 'was changed after it was signed',
    reason: /its digest differs/,
    token: ({ forgedSigned }) => forgedSigned,
  },
  {
    name: 'got a new digest after it was signed',
    reason: /any of the configured certificates/,
    token: ({ forgedUnsigned, forgedSigned }) =>
      forgedSigned.replace(/(DigestValue>)[^<]+/, `$1${computeDigest(forgedUnsigned)}`),
  },
  {
    name: 'is wrapped: the forged assertion is before the signed one',
    reason: /must contain exactly one assertion/,
    token: ({ forgedUnsigned, token }) => withOtherId(forgedUnsigned) + token,
  },
  {
    name: 'is wrapped: the forged assertion is after the signed one',
    reason: /must contain exactly one assertion/,
    token: ({ forgedUnsigned, token }) => token + withOtherId(forgedUnsigned),
  },
  {
    name: 'is wrapped: the signed assertion is inside the forged one',
    reason: /2 Assertion elements/,
    token: ({ forgedUnsigned, token }) => appendTo(withOtherId(forgedUnsigned), wrapInAdvice(token, token)),
  },
  {
    name: 'is wrapped: the signature is inside the forged assertion, and the signed assertion inside the signature',
    reason: /2 Assertion elements/,
    token: ({ forgedUnsigned, signature, unsigned }) =>
      appendTo(withOtherId(forgedUnsigned), appendObject(signature, unsigned)),
  },
  {
    name: 'is wrapped: the signed assertion is next to the token, and the forged one has its ID',
    reason: /2 Assertion elements/,
    message: (message) => {
      const { token, unsigned, forgedSigned } = parseParts(message);
      return message.replace(token, forgedSigned).replace('<t:RequestType>', (tag) => unsigned + tag);
    },
  },
  {
    name: 'is wrapped: the signed assertion is in KeyInfo of the forged one',
    reason: /2 Assertion elements/,
    token: ({ forgedSigned, unsigned }) => forgedSigned.replace('</KeyInfo>', (end) => unsigned + end),
  },
  {
    name: 'is wrapped: there is a second token',
    reason: /more than one RequestedSecurityToken/,
    message: (message) => {
      const { token, forgedUnsigned } = parseParts(message);
      const second = message.match(/<t:RequestedSecurityToken>[\s\S]*<\/t:RequestedSecurityToken>/)![0];
      return message.replace(second, second.replace(token, withOtherId(forgedUnsigned)) + second);
    },
  },
  {
    name: 'is wrapped: the signed element has a different name from the forged one with the same ID',
    reason: /more than one element with the ID/,
    token: ({ forgedSigned, unsigned }) =>
      appendTo(
        forgedSigned,
        wrapInAdvice(forgedSigned, unsigned.replaceAll(/(<\/?(?:saml:)?)Assertion\b/g, '$1Other')),
      ),
  },
  ...['ID', 'Id', 'id', 'AssertionID', 'xml:id', 'wsu:Id'].map((name) => ({
    name: `has a second element with its ID, in the attribute ${name}`,
    reason: name === 'xml:id' ? /reserved name "id"/ : /more than one element with the ID/,
    message: (message: string) => message.replace('<wsu:Created', `<wsu:Created ${name}="${defaults.id}"`),
  })),
  {
    name: 'has its signature next to the assertion',
    reason: /is not signed/,
    message: (message) => {
      const { token, signature, forgedUnsigned } = parseParts(message);
      return message.replace(token, forgedUnsigned).replace('<t:RequestType>', (tag) => signature + tag);
    },
  },
  {
    name: 'has its signature one level too deep',
    reason: /is not signed/,
    token: ({ forgedUnsigned, signature }) =>
      appendTo(forgedUnsigned, wrapInAdvice(forgedUnsigned, signature)),
  },
  {
    name: 'has two signatures',
    reason: /2 Signature elements/,
    token: ({ token, signature }) => token.replace(signature, signature + signature),
  },
  {
    name: 'has a signature in its signature',
    reason: /2 Signature elements/,
    token: ({ token, signature }) => token.replace(signature, appendObject(signature, signature)),
  },
  {
    name: 'has an object in its signature',
    reason: /Signature of the signature must contain/,
    token: ({ token, signature }) => token.replace(signature, appendObject(signature, 'x')),
  },
  {
    name: 'has two SignedInfo elements (CVE-2025-29774)',
    reason: /2 SignedInfo elements/,
    token: ({ forgedUnsigned, forgedSigned, signature }) => {
      const signedInfo = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(signature)![0];
      const forged = signedInfo.replace(/(DigestValue>)[^<]+/, `$1${computeDigest(forgedUnsigned)}`);
      return forgedSigned.replace(signedInfo, forged + signedInfo);
    },
  },
  {
    name: 'hides a digest in a comment (CVE-2025-29775)',
    reason: /its digest differs/,
    token: ({ forgedUnsigned, forgedSigned }) =>
      forgedSigned.replace(/(DigestValue>)/, `$1<!--${computeDigest(forgedUnsigned)}-->`),
  },
  {
    name: 'hides a digest before the signed one',
    reason: /not base64/,
    token: ({ forgedUnsigned, forgedSigned }) =>
      forgedSigned.replace(/(DigestValue>)/, `$1${computeDigest(forgedUnsigned)}<!---->`),
  },
  {
    name: 'has a second digest',
    reason: /Reference of the signature must contain/,
    token: ({ forgedUnsigned, forgedSigned }) =>
      forgedSigned.replace(
        '<ds:DigestValue>',
        (tag) => `${tag}${computeDigest(forgedUnsigned)}</ds:DigestValue>${tag}`,
      ),
  },
  {
    name: 'has a second reference',
    reason: /SignedInfo of the signature must contain/,
    token: ({ token }) => token.replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, '$&$&'),
  },
  {
    name: 'has a different ID from the signed one',
    reason: /the signature covers "#_660ec874/,
    token: ({ forgedSigned }) => withOtherId(forgedSigned),
  },
  ...[
    '',
    '#',
    '#xpointer(/)',
    "#xpointer(id('_660ec874-f70a-4997-a9c4-bd591f1c7469'))",
    'https://evil.example/',
  ].map((uri) => ({
    name: `has a signature for "${uri}"`,
    reason: /the signature covers/,
    token: ({ token }: Parts) => token.replace(/ URI="[^"]*"/, ` URI="${uri}"`),
  })),
  {
    name: 'has a signature without a reference URI',
    reason: /Reference has no URI/,
    token: ({ token }) => token.replace(/ URI="[^"]*"/, ''),
  },
  {
    name: 'is signed with an unknown key and contains its certificate',
    reason: /any of the configured certificates/,
    token: ({ forgedUnsigned }) => {
      const base64 = attacker.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
      const keyInfo = `<X509Data><X509Certificate>${base64}</X509Certificate></X509Data>`;
      const forged = writeSignature(forgedUnsigned, { ...defaults, identity: attacker, keyInfo });
      return forgedUnsigned.includes('</Issuer>')
        ? forgedUnsigned.replace('</Issuer>', (end) => end + forged)
        : appendTo(forgedUnsigned, forged);
    },
  },
  {
    name: 'has an HMAC instead of a signature, computed with the public key',
    reason: /hmac-sha256", which is not accepted/,
    token: ({ forgedUnsigned, signature }) => {
      const key = createPublicKey(defaults.identity.privateKey).export({ type: 'spki', format: 'pem' });
      const [signedInfo] = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(
        signature
          .replace('more#rsa-sha256', 'more#hmac-sha256')
          .replace(/(DigestValue>)[^<]+/, `$1${computeDigest(forgedUnsigned)}`),
      )!;
      const canonical = signedInfo.replace('SignedInfo', `SignedInfo xmlns:ds="${XML_SIGNATURE}"`);
      const mac = createHmac('sha256', key).update(canonical).digest('base64');
      const forged = signature
        .replace(/<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/, signedInfo)
        .replace(/(SignatureValue>)[^<]+/, `$1${mac}`);
      return appendTo(forgedUnsigned, forged);
    },
  },
  {
    name: 'has an empty signature value',
    reason: /SignatureValue is not base64/,
    token: ({ forgedSigned }) => forgedSigned.replace(/(SignatureValue>)[^<]+/, '$1'),
  },
  {
    name: 'has the digest of nothing (void canonicalization)',
    reason: /digest differs|any of the configured/,
    token: ({ forgedSigned }) => forgedSigned.replace(/(DigestValue>)[^<]+/, `$1${computeDigest('')}`),
  },
];

for (const { name, reason, token, message } of forgeries) {
  test(`a response is rejected if it ${name}`, () => {
    for (const saml of ['1.1', '2.0'] as const) {
      const genuine = respond({ saml });
      const parts = parseParts(genuine);
      const forged = message ? message(genuine) : genuine.replace(parts.token, () => token!(parts));
      assert.notEqual(forged, genuine);
      assert.throws(
        () => verifySignInResponse(forged, expected),
        (error) => error instanceof SignInDeniedError && reason.test(error.message),
        `SAML ${saml}`,
      );
    }
  });
}

test('a collection with a second response is rejected', () => {
  const genuine = respond({ trust: '1.3' });
  const response = /<trust:RequestSecurityTokenResponse>[\s\S]*<\/trust:RequestSecurityTokenResponse>/.exec(
    genuine,
  )![0];
  const { token, forgedUnsigned } = parseParts(genuine);
  const forged = genuine.replace(response, response.replace(token, withOtherId(forgedUnsigned)) + response);
  assert.throws(() => verifySignInResponse(forged, expected), /exactly one RequestSecurityTokenResponse/);
});
