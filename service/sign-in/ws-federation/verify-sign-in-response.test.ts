import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import type { ResponseOptions } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

const trust = createTrust();
const ellipticTrust = createTrust(createSigningIdentity('ec'));
const { expected, respond } = trust;

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const ROLE = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const attributes = {
  [`${CLAIMS}/givenname`]: ['Åse & Søn'],
  [`${CLAIMS}/emailaddress`]: ['alice@example.org'],
  [ROLE]: ['field-force', 'planners <north>', ' spaces  preserved '],
};

for (const saml of ['1.1', '2.0'] as const) {
  for (const version of ['2005/02', '1.3'] as const) {
    test(`a response with SAML ${saml} in WS-Trust ${version} is accepted`, () => {
      const assertion = verifySignInResponse(respond({ saml, trust: version, attributes }), expected);
      assert.deepEqual(assertion, {
        assertionId: '_660ec874-f70a-4997-a9c4-bd591f1c7469',
        replayableUntil: new Date('2026-03-01T13:03:00Z'),
        subject: 'alice',
        attributes: new Map(Object.entries(attributes)),
      });
    });
  }
}

type Variant = { name: string; options: Partial<ResponseOptions>; message?: (message: string) => string };

const useEmptyElementTags = (signed: string) => signed.replaceAll(/<([\w:]+)([^<>]*)><\/\1>/g, '<$1$2 />');

/** Inserts line breaks between the elements of an assertion before it is signed. */
const indent = (canonical: string) =>
  canonical.replaceAll(/(<\/[\w:]+>|<(?:saml:)?(?:Conditions|Subject|Attribute)[^>]*>)(?=<)/g, '$1\n    ');

const variants: Variant[] = [
  { name: 'with the signature in the default namespace', options: { signaturePrefix: '' } },
  { name: 'without KeyInfo', options: { keyInfo: '' } },
  { name: 'with empty-element tags', options: { rewrite: useEmptyElementTags } },
  { name: 'with signed indentation', options: { assertion: indent } },
  {
    name: 'with line breaks converted by a form',
    options: { assertion: indent },
    message: (message) => message.replaceAll('\n', '\r\n'),
  },
  {
    name: 'with indentation around the signed part, and a declaration',
    options: {},
    message: (message) =>
      `<?xml version="1.0" encoding="utf-8"?>\r\n${message.replaceAll(/(<\/?(?:t:|wsa:|wsp:|wsu:)[^>]*>)(?=<)/g, '$1\r\n\t')}`,
  },
  {
    name: 'with a prefix that is declared in an outer element',
    options: { rewrite: (signed) => signed.replace(/ xmlns(:saml)?="urn:oasis[^"]+"/, '') },
    message: (message) =>
      message.replace(
        /<t:RequestedSecurityToken>/,
        message.includes('<saml:Assertion')
          ? '<t:RequestedSecurityToken xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion">'
          : '<t:RequestedSecurityToken xmlns="urn:oasis:names:tc:SAML:2.0:assertion">',
      ),
  },
  {
    name: 'with attributes in another order, in other quotation marks, over several lines',
    options: {
      rewrite: (signed) =>
        signed.replace(
          /(NotBefore="[^"]+") (NotOnOrAfter="[^"]+")/,
          (_, notBefore: string, notOnOrAfter: string) =>
            `\n  ${notOnOrAfter.replaceAll('"', "'")}\n  ${notBefore}\n`,
        ),
    },
  },
  {
    name: 'with CDATA and character references',
    options: {
      rewrite: (signed) =>
        signed
          .replace('Åse &amp; Søn', '<![CDATA[Åse & ]]>S&#xF8;&#110;')
          .replace('planners &lt;north&gt;', 'planners <![CDATA[<north>]]>')
          .replace('>alice<', '>&#x61;lice<'),
    },
  },
  {
    name: 'with comments, which do not split text',
    options: { rewrite: (signed) => signed.replace('>alice<', '>al<!-- -->ice<!-- mallory --><') },
  },
  {
    name: 'with a canonicalization that keeps comments',
    options: {
      canonicalization: `${EXCLUSIVE}WithComments`,
      rewrite: (signed) => signed.replace('>alice<', '>al<!-- -->ice<'),
    },
  },
  {
    name: 'with value types and the declarations for them',
    options: {
      assertion: (canonical) =>
        canonical.replaceAll(
          /<((?:saml:)?AttributeValue)>/g,
          `<$1 xmlns:xsi="${SCHEMA}-instance" xsi:type="xs:string">`,
        ),
      rewrite: (signed) =>
        signed
          .replaceAll(` xmlns:xsi="${SCHEMA}-instance"`, '')
          .replace('Assertion ', `Assertion xmlns:xs="${SCHEMA}" xmlns:xsi="${SCHEMA}-instance" `),
    },
  },
  {
    name: 'with a list of prefixes that no name uses',
    options: {
      assertion: (canonical) =>
        canonical.replace(/(<[\w:]+ xmlns(?::saml)?="[^"]+")/, `$1 xmlns:xs="${SCHEMA}"`),
      signedInfo: (canonical) =>
        canonical.replace(
          `<ds:Transform Algorithm="${EXCLUSIVE}">`,
          `$&<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="xs"></ec:InclusiveNamespaces>`,
        ),
    },
  },
  {
    name: 'with line breaks in base64, as written by Java',
    options: {
      rewrite: (signed) => signed.replace(/(SignatureValue>)([^<]{70})([^<]{70})/, '$1\n$2&#13;\n$3&#13;\n'),
    },
  },
  {
    name: 'with conditions that require nothing',
    options: {
      assertion: (canonical) =>
        canonical
          .replace('</saml:Conditions>', '<saml:DoNotCacheCondition></saml:DoNotCacheCondition>$&')
          .replace(
            '</Conditions>',
            '<OneTimeUse></OneTimeUse><ProxyRestriction Count="0"></ProxyRestriction>$&',
          ),
    },
  },
  { name: 'with several audiences', options: { audiences: [['urn:other', 'urn:ronda']] } },
  {
    name: 'with several audience conditions',
    options: { audiences: [['urn:ronda'], ['a:b', 'urn:ronda']] },
  },
  ...['sha384', 'sha512'].flatMap((hash) => [
    { name: `signed with RSA and ${hash}`, options: { signatureAlgorithm: `${MORE}rsa-${hash}` } },
    {
      name: `with a ${hash} digest`,
      options: {
        digestAlgorithm: hash === 'sha384' ? `${MORE}sha384` : 'http://www.w3.org/2001/04/xmlenc#sha512',
      },
    },
  ]),
];

for (const { name, options, message = (text: string) => text } of variants) {
  test(`a response ${name} is accepted and has the same content`, () => {
    for (const saml of ['1.1', '2.0'] as const) {
      const defaults = verifySignInResponse(respond({ saml, attributes }), expected);
      const variant = message(respond({ saml, attributes, ...options }));
      assert.notEqual(variant, respond({ saml, attributes }));
      assert.deepEqual(verifySignInResponse(variant, expected), defaults);
    }
  });
}

test('a response signed with an elliptic curve key is accepted, with every hash', () => {
  for (const hash of ['sha256', 'sha384', 'sha512']) {
    const message = ellipticTrust.respond({ signatureAlgorithm: `${MORE}ecdsa-${hash}` });
    assert.equal(verifySignInResponse(message, ellipticTrust.expected).subject, 'alice');
  }
});

test('signatures with either certificate are accepted during a rollover, even with different key types', () => {
  const certificates = [...ellipticTrust.expected.certificates, ...expected.certificates];
  for (const signer of [trust, ellipticTrust]) {
    assert.equal(verifySignInResponse(signer.respond(), { ...expected, certificates }).subject, 'alice');
  }
});

test('an attribute split into several elements has the values of all of them', () => {
  const message = respond({
    saml: '2.0',
    attributes,
    assertion: (canonical) =>
      canonical.replace(
        '</AttributeStatement>',
        `$&<AttributeStatement><Attribute Name="${ROLE}">
<AttributeValue>late</AttributeValue></Attribute></AttributeStatement>`,
      ),
  });
  const values = verifySignInResponse(message, expected).attributes.get(ROLE);
  assert.deepEqual(values, [...attributes[ROLE]!, 'late']);
});

test('a provider may identify its users with an attribute and omit the subject', () => {
  for (const saml of ['1.1', '2.0'] as const) {
    const assertion = verifySignInResponse(respond({ saml, attributes, subject: undefined }), expected);
    assert.equal(assertion.subject, undefined);
    assert.equal(assertion.attributes.size, 3);
  }
});

test('a clock difference of up to two minutes is tolerated', () => {
  const verifyAt = (time: string) => () =>
    verifySignInResponse(
      respond({ notBefore: '2026-03-01T12:00:00Z', notOnOrAfter: '2026-03-01T13:00:00.0000000Z' }),
      { ...expected, now: new Date(time) },
    );
  assert.throws(verifyAt('2026-03-01T11:57:59.999Z'), /the assertion is valid from 2026-03-01T12:00:00/);
  assert.equal(verifyAt('2026-03-01T11:58:00Z')().subject, 'alice');
  assert.equal(verifyAt('2026-03-01T13:01:59.999Z')().subject, 'alice');
  assert.throws(verifyAt('2026-03-01T13:02:00Z'), /the assertion was valid until 2026-03-01T13:00:00/);
});

test('an assertion confirmed for this URL and time is accepted, even if it has other confirmations', () => {
  const confirmationData = {
    NotOnOrAfter: '2026-03-01T12:05:00Z',
    Recipient: expected.recipient,
    Address: '::1',
  };
  const otherConfirmation = `<SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"></SubjectConfirmation>`;
  for (const extra of ['', otherConfirmation]) {
    const assertion = (canonical: string) => canonical.replace('<SubjectConfirmation ', `${extra}$&`);
    const message = respond({ saml: '2.0', confirmationData, assertion });
    assert.equal(verifySignInResponse(message, expected).subject, 'alice');
  }
});
