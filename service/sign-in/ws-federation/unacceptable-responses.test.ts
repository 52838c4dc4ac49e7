import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import type { ResponseOptions } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

/*
 * Responses that the identity provider has signed but that must be rejected.
 */

const { ordinary, expected, respond } = createTrust();
const elliptic = createTrust(createSigningIdentity('ec'));

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

type Case = { what: string; why: RegExp; otherwise: Partial<ResponseOptions> };

/** Changes the canonical assertion of either version; the names of SAML 1.1 have a prefix. */
const says = (before: RegExp, after: string): Partial<ResponseOptions> => ({
  assertion: (canonical) => canonical.replaceAll(before, after),
});
const signs = (before: string | RegExp, after: string): Partial<ResponseOptions> => ({
  signedInfo: (canonical) => canonical.replace(before, after),
});

const ofBoth: Case[] = [
  { what: 'of another issuer', why: /the issuer is/, otherwise: { issuer: 'https://evil.example' } },
  {
    what: 'of an issuer in other letters',
    why: /the issuer is/,
    otherwise: { issuer: ordinary.issuer.replace('adfs', 'ADFS') },
  },
  {
    what: 'of an issuer with white space',
    why: /the issuer is/,
    otherwise: { issuer: `${ordinary.issuer} ` },
  },
  {
    what: 'for another audience',
    why: /the audience is "urn:other"/,
    otherwise: { audiences: [['urn:other']] },
  },
  { what: 'for no audience', why: /names no audience/, otherwise: { audiences: [] } },
  { what: 'for an empty list of audiences', why: /the audience is ""/, otherwise: { audiences: [[]] } },
  {
    what: 'for an audience that starts like the right one',
    why: /the audience is "urn:ronda:x"/,
    otherwise: { audiences: [['urn:ronda:x']] },
  },
  {
    what: 'with two conditions about audiences of which one does not match',
    why: /the audience is "urn:other"/,
    otherwise: { audiences: [['urn:ronda'], ['urn:other']] },
  },
  {
    what: 'that has expired',
    why: /was valid until 2026-03-01T11:00/,
    otherwise: { notBefore: '2026-03-01T10:00:00Z', notOnOrAfter: '2026-03-01T11:00:00Z' },
  },
  { what: 'that is not valid yet', why: /is valid from/, otherwise: { notBefore: '2026-03-01T12:30:00Z' } },
  { what: 'without NotBefore', why: /lack NotBefore/, otherwise: { notBefore: undefined } },
  {
    what: 'without NotOnOrAfter',
    why: /lack NotBefore or NotOnOrAfter/,
    otherwise: { notOnOrAfter: undefined },
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
    what: `until "${notOnOrAfter}"`,
    why: /which is not a time in UTC/,
    otherwise: { notOnOrAfter },
  })),
  {
    what: 'without conditions',
    why: /has no Conditions/,
    otherwise: says(/<(?:saml:)?Conditions[\s\S]*Conditions>/g, ''),
  },
  {
    what: 'with conditions twice',
    why: /more than one Conditions/,
    otherwise: says(/<(?:saml:)?Conditions[\s\S]*Conditions>/g, '$&$&'),
  },
  {
    what: 'with a condition that is not known',
    why: /Conditions contains Condition, which is not supported/,
    otherwise: says(/<\/((?:saml:)?)Conditions>/g, '<$1Condition></$1Condition>$&'),
  },
  {
    what: 'with a condition in another namespace',
    why: /Conditions contains OneTimeUse, which is not supported/,
    otherwise: says(/<\/(?:saml:)?Conditions>/g, '<x:OneTimeUse xmlns:x="urn:x"></x:OneTimeUse>$&'),
  },
  {
    what: 'with a statement that is not known',
    why: /Assertion contains AuthzDecisionStatement/,
    otherwise: says(/<\/((?:saml:)?)Conditions>/g, '$&<$1AuthzDecisionStatement></$1AuthzDecisionStatement>'),
  },
  {
    what: 'with holder-of-key confirmation',
    why: /no valid bearer confirmation: there is none/,
    otherwise: { confirmation: 'holder-of-key' },
  },
  {
    what: 'with an encrypted attribute',
    why: /EncryptedAttribute: encryption is not supported/,
    otherwise: {
      attributes: { 'urn:x/y': ['z'] },
      ...says(/<((?:saml:)?)Attribute .*Attribute>/g, '<$1EncryptedAttribute></$1EncryptedAttribute>'),
    },
  },
  {
    what: 'with an attribute that holds elements',
    why: /AttributeValue contains b, where only text is allowed/,
    otherwise: { attributes: { 'urn:x/y': ['z'] }, ...says(/>z</g, '>z<b></b><') },
  },
  {
    what: 'of another version of SAML',
    why: /of version "[12]\.7"/,
    otherwise: says(/(MinorVersion="|Version="2\.)[10]/g, '$17'),
  },
  {
    what: 'with an invalid id',
    why: /id of the assertion.*is not accepted/,
    otherwise: { id: "x'] | //*['" },
  },
  { what: 'with an empty id', why: /id of the assertion.*is not accepted/, otherwise: { id: '' } },
  {
    what: 'signed with SHA-1',
    why: /rsa-sha1", which is not accepted/,
    otherwise: { signatureAlgorithm: `${SIGNATURES}rsa-sha1` },
  },
  {
    what: 'with a digest by SHA-1',
    why: /sha1", which is not accepted/,
    otherwise: { digestAlgorithm: `${SIGNATURES}sha1` },
  },
  {
    what: 'with inclusive canonicalization',
    why: /CanonicalizationMethod ".*20010315", which is not accepted/,
    otherwise: { canonicalization: INCLUSIVE },
  },
  {
    what: 'with inclusive canonicalization of the assertion only',
    why: /Transform ".*20010315", which is not accepted/,
    otherwise: signs(`Transform Algorithm="${EXCLUSIVE}"`, `Transform Algorithm="${INCLUSIVE}"`),
  },
  {
    what: 'with a transform by XPath',
    why: /the transform ".*xpath.*", which is not accepted/,
    otherwise: signs(`${SIGNATURES}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116'),
  },
  {
    what: 'with two algorithms for one transform',
    why: /Transform of the signature must have an Algorithm and no other attribute/,
    otherwise: signs('<ds:Transform ', `$&xmlns:x="urn:x" x:Algorithm="${INCLUSIVE}" `),
  },
  {
    what: 'with a third transform',
    why: /Transforms of the signature must contain/,
    otherwise: signs(/<ds:Transform .*?<\/ds:Transform>/, '$&$&'),
  },
  {
    what: 'with a parameter in its digest method',
    why: /DigestMethod of the signature must contain nothing/,
    otherwise: signs('</ds:DigestMethod>', '<ds:X></ds:X>$&'),
  },
  {
    what: 'with a list of ten thousand prefixes',
    why: /Transform of the signature contains InclusiveNamespaces/,
    otherwise: signs(
      '</ds:Transform></ds:Transforms>',
      `<e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${'a '.repeat(10_000)}"></e:InclusiveNamespaces>$&`,
    ),
  },
];

const confirmedBy = (confirmationData: Readonly<Record<string, string>>) => ({ confirmationData });

const ofSaml2: Case[] = [
  {
    what: 'for another address',
    why: /the recipient is "https:\/\/evil/,
    otherwise: confirmedBy({ Recipient: 'https://evil.example/' }),
  },
  {
    what: 'whose confirmation has expired',
    why: /the confirmation was valid until/,
    otherwise: confirmedBy({ NotOnOrAfter: '2026-03-01T11:58:00Z' }),
  },
  {
    what: 'whose confirmation is not valid yet',
    why: /the confirmation is valid from/,
    otherwise: confirmedBy({ NotBefore: '2026-03-01T12:30:00Z' }),
  },
  {
    what: 'to a request that was never sent',
    why: /responds to a request/,
    otherwise: confirmedBy({ InResponseTo: '_request' }),
  },
  {
    what: 'whose session has ended',
    why: /the session with the identity provider was valid until/,
    otherwise: says(/AuthnInstant="[^"]+"/g, '$& SessionNotOnOrAfter="2026-03-01T11:00:00Z"'),
  },
  {
    what: 'with an encrypted name',
    why: /EncryptedID: encryption is not supported/,
    otherwise: says(/<NameID>alice<\/NameID>/g, '<EncryptedID></EncryptedID>'),
  },
  {
    what: 'about two subjects',
    why: /more than one NameID/,
    otherwise: says(/<NameID>alice<\/NameID>/g, '$&<NameID>admin</NameID>'),
  },
];

const ofSaml1: Case[] = [
  {
    what: 'whose statements are about different subjects',
    why: /about different subjects/,
    otherwise: {
      attributes: { 'urn:x/y': ['z'] },
      assertion: (canonical) => canonical.replace('>alice<', '>admin<'),
    },
  },
  {
    what: 'with a statement without bearer confirmation',
    why: /no valid bearer confirmation: there is none/,
    otherwise: {
      attributes: { 'urn:x/y': ['z'] },
      assertion: (canonical) => canonical.replace('cm:bearer', 'cm:sender-vouches'),
    },
  },
  {
    what: 'without any statement',
    why: /no statement about a subject/,
    otherwise: says(/<saml:AuthenticationStatement.*AuthenticationStatement>/g, ''),
  },
];

const rejects = (message: string, reason: RegExp, saml: string) =>
  assert.throws(
    () => verifySignInResponse(message, expected),
    (error) => error instanceof SignInDenied && reason.test(error.message),
    `SAML ${saml}`,
  );

for (const [cases, versions] of [
  [ofBoth, ['1.1', '2.0']],
  [ofSaml1, ['1.1']],
  [ofSaml2, ['2.0']],
] as const) {
  for (const { what, why: reason, otherwise } of cases) {
    test(`rejects a signed response ${what}`, () => {
      for (const saml of versions) rejects(respond({ saml, ...otherwise }), reason, saml);
    });
  }
}

test('rejects a signature with a key that does not match its algorithm', () => {
  const message = elliptic.respond().replace('ecdsa-sha256', 'rsa-sha256');
  assert.throws(() => verifySignInResponse(message, elliptic.expected), /any of the configured certificates/);
});
