import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import type { ResponseOptions } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

/* Responses signed by the identity provider that must still be rejected. */

const { defaults, expected, respond } = createTrust();
const ellipticTrust = createTrust(createSigningIdentity('ec'));

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

type Case = { name: string; reason: RegExp; overrides: Partial<ResponseOptions> };

/** Changes the canonical assertion. In SAML 1.1, element names have a prefix. */
const changeAssertion = (pattern: RegExp, replacement: string): Partial<ResponseOptions> => ({
  assertion: (canonical) => canonical.replaceAll(pattern, replacement),
});
const changeSignedInfo = (pattern: string | RegExp, replacement: string): Partial<ResponseOptions> => ({
  signedInfo: (canonical) => canonical.replace(pattern, replacement),
});

const anyVersionCases: Case[] = [
  { name: 'from another issuer', reason: /the issuer is/, overrides: { issuer: 'https://evil.example' } },
  {
    name: 'from an issuer in a different case',
    reason: /the issuer is/,
    overrides: { issuer: defaults.issuer.replace('adfs', 'ADFS') },
  },
  {
    name: 'from an issuer with white space',
    reason: /the issuer is/,
    overrides: { issuer: `${defaults.issuer} ` },
  },
  {
    name: 'for another audience',
    reason: /the audience is "urn:other"/,
    overrides: { audiences: [['urn:other']] },
  },
  { name: 'for no audience', reason: /has no audience/, overrides: { audiences: [] } },
  { name: 'for an empty list of audiences', reason: /the audience is ""/, overrides: { audiences: [[]] } },
  {
    name: 'for an audience that starts with the expected audience',
    reason: /the audience is "urn:ronda:x"/,
    overrides: { audiences: [['urn:ronda:x']] },
  },
  {
    name: 'with two audience conditions, one of which does not match',
    reason: /the audience is "urn:other"/,
    overrides: { audiences: [['urn:ronda'], ['urn:other']] },
  },
  {
    name: 'that has expired',
    reason: /was valid until 2026-03-01T11:00/,
    overrides: { notBefore: '2026-03-01T10:00:00Z', notOnOrAfter: '2026-03-01T11:00:00Z' },
  },
  {
    name: 'that is not valid yet',
    reason: /is valid from/,
    overrides: { notBefore: '2026-03-01T12:30:00Z' },
  },
  { name: 'without NotBefore', reason: /lack NotBefore/, overrides: { notBefore: undefined } },
  {
    name: 'without NotOnOrAfter',
    reason: /lack NotBefore or NotOnOrAfter/,
    overrides: { notOnOrAfter: undefined },
  },
  ...[
    'soon',
    '',
    '2026-03-01',
    '2026-03-01T13:00:00',
    '2026-03-01T13:00:00+01:00',
    '2026-02-30T13:00:00Z',
    '9',
  ].map((notOnOrAfter) => ({
    name: `valid until "${notOnOrAfter}"`,
    reason: /which is not a time in UTC/,
    overrides: { notOnOrAfter },
  })),
  {
    name: 'without conditions',
    reason: /has no Conditions/,
    overrides: changeAssertion(/<(?:saml:)?Conditions[\s\S]*Conditions>/g, ''),
  },
  {
    name: 'with two Conditions elements',
    reason: /more than one Conditions/,
    overrides: changeAssertion(/<(?:saml:)?Conditions[\s\S]*Conditions>/g, '$&$&'),
  },
  {
    name: 'with an unknown condition',
    reason: /Conditions contains Condition, which is not supported/,
    overrides: changeAssertion(/<\/((?:saml:)?)Conditions>/g, '<$1Condition></$1Condition>$&'),
  },
  {
    name: 'with a condition in another namespace',
    reason: /Conditions contains OneTimeUse, which is not supported/,
    overrides: changeAssertion(
      /<\/(?:saml:)?Conditions>/g,
      '<x:OneTimeUse xmlns:x="urn:x"></x:OneTimeUse>$&',
    ),
  },
  {
    name: 'with an unknown statement',
    reason: /Assertion contains AuthzDecisionStatement/,
    overrides: changeAssertion(
      /<\/((?:saml:)?)Conditions>/g,
      '$&<$1AuthzDecisionStatement></$1AuthzDecisionStatement>',
    ),
  },
  {
    name: 'with holder-of-key confirmation',
    reason: /no valid bearer confirmation: there is none/,
    overrides: { confirmation: 'holder-of-key' },
  },
  {
    name: 'with an encrypted attribute',
    reason: /EncryptedAttribute: encryption is not supported/,
    overrides: {
      attributes: { 'urn:x/y': ['z'] },
      ...changeAssertion(
        /<((?:saml:)?)Attribute .*Attribute>/g,
        '<$1EncryptedAttribute></$1EncryptedAttribute>',
      ),
    },
  },
  {
    name: 'with elements in an attribute value',
    reason: /AttributeValue contains b, where only text is allowed/,
    overrides: { attributes: { 'urn:x/y': ['z'] }, ...changeAssertion(/>z</g, '>z<b></b><') },
  },
  {
    name: 'with another SAML version',
    reason: /SAML version "[12]\.7"/,
    overrides: changeAssertion(/(MinorVersion="|Version="2\.)[10]/g, '$17'),
  },
  {
    name: 'with an invalid ID',
    reason: /ID of the assertion.*is not accepted/,
    overrides: { id: "x'] | //*['" },
  },
  { name: 'with an empty ID', reason: /ID of the assertion.*is not accepted/, overrides: { id: '' } },
  {
    name: 'signed with SHA-1',
    reason: /rsa-sha1", which is not accepted/,
    overrides: { signatureAlgorithm: `${SIGNATURES}rsa-sha1` },
  },
  {
    name: 'with a SHA-1 digest',
    reason: /sha1", which is not accepted/,
    overrides: { digestAlgorithm: `${SIGNATURES}sha1` },
  },
  {
    name: 'with inclusive canonicalization',
    reason: /CanonicalizationMethod ".*20010315", which is not accepted/,
    overrides: { canonicalization: INCLUSIVE },
  },
  {
    name: 'with inclusive canonicalization of the assertion only',
    reason: /Transform ".*20010315", which is not accepted/,
    overrides: changeSignedInfo(`Transform Algorithm="${EXCLUSIVE}"`, `Transform Algorithm="${INCLUSIVE}"`),
  },
  {
    name: 'with an XPath transform',
    reason: /the transform ".*xpath.*", which is not accepted/,
    overrides: changeSignedInfo(
      `${SIGNATURES}enveloped-signature`,
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
    ),
  },
  {
    name: 'with two algorithms for one transform',
    reason: /Transform of the signature must have an Algorithm and no other attribute/,
    overrides: changeSignedInfo('<ds:Transform ', `$&xmlns:x="urn:x" x:Algorithm="${INCLUSIVE}" `),
  },
  {
    name: 'with a third transform',
    reason: /Transforms of the signature must contain/,
    overrides: changeSignedInfo(/<ds:Transform .*?<\/ds:Transform>/, '$&$&'),
  },
  {
    name: 'with a parameter in its digest method',
    reason: /DigestMethod of the signature must contain nothing/,
    overrides: changeSignedInfo('</ds:DigestMethod>', '<ds:X></ds:X>$&'),
  },
  {
    name: 'with a list of ten thousand prefixes',
    reason: /Transform of the signature contains InclusiveNamespaces/,
    overrides: changeSignedInfo(
      '</ds:Transform></ds:Transforms>',
      `<e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${'a '.repeat(10_000)}"></e:InclusiveNamespaces>$&`,
    ),
  },
];

const withConfirmationData = (confirmationData: Readonly<Record<string, string>>) => ({ confirmationData });

const saml2Cases: Case[] = [
  {
    name: 'for another URL',
    reason: /the recipient is "https:\/\/evil/,
    overrides: withConfirmationData({ Recipient: 'https://evil.example/' }),
  },
  {
    name: 'whose confirmation has expired',
    reason: /the confirmation was valid until/,
    overrides: withConfirmationData({ NotOnOrAfter: '2026-03-01T11:58:00Z' }),
  },
  {
    name: 'whose confirmation is not valid yet',
    reason: /the confirmation is valid from/,
    overrides: withConfirmationData({ NotBefore: '2026-03-01T12:30:00Z' }),
  },
  {
    name: 'to a request that was never sent',
    reason: /responds to a request/,
    overrides: withConfirmationData({ InResponseTo: '_request' }),
  },
  {
    name: 'whose session has ended',
    reason: /the session with the identity provider was valid until/,
    overrides: changeAssertion(/AuthnInstant="[^"]+"/g, '$& SessionNotOnOrAfter="2026-03-01T11:00:00Z"'),
  },
  {
    name: 'with an encrypted name',
    reason: /EncryptedID: encryption is not supported/,
    overrides: changeAssertion(/<NameID>alice<\/NameID>/g, '<EncryptedID></EncryptedID>'),
  },
  {
    name: 'about two subjects',
    reason: /more than one NameID/,
    overrides: changeAssertion(/<NameID>alice<\/NameID>/g, '$&<NameID>admin</NameID>'),
  },
];

const saml1Cases: Case[] = [
  {
    name: 'whose statements are about different subjects',
    reason: /about different subjects/,
    overrides: {
      attributes: { 'urn:x/y': ['z'] },
      assertion: (canonical) => canonical.replace('>alice<', '>admin<'),
    },
  },
  {
    name: 'with a statement without bearer confirmation',
    reason: /no valid bearer confirmation: there is none/,
    overrides: {
      attributes: { 'urn:x/y': ['z'] },
      assertion: (canonical) => canonical.replace('cm:bearer', 'cm:sender-vouches'),
    },
  },
  {
    name: 'without any statement',
    reason: /no statement about a subject/,
    overrides: changeAssertion(/<saml:AuthenticationStatement.*AuthenticationStatement>/g, ''),
  },
];

const assertRejected = (message: string, reason: RegExp, saml: string) =>
  assert.throws(
    () => verifySignInResponse(message, expected),
    (error) => error instanceof SignInDeniedError && reason.test(error.message),
    `SAML ${saml}`,
  );

for (const [cases, versions] of [
  [anyVersionCases, ['1.1', '2.0']],
  [saml1Cases, ['1.1']],
  [saml2Cases, ['2.0']],
] as const) {
  for (const { name, reason, overrides } of cases) {
    test(`a signed response ${name} is rejected`, () => {
      for (const saml of versions) assertRejected(respond({ saml, ...overrides }), reason, saml);
    });
  }
}

test('a signature whose algorithm does not match the type of the key is rejected', () => {
  const message = ellipticTrust.respond().replace('ecdsa-sha256', 'rsa-sha256');
  assert.throws(
    () => verifySignInResponse(message, ellipticTrust.expected),
    /any of the configured certificates/,
  );
});
