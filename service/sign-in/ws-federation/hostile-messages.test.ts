import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { wrapToken, writeToken } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

const { defaults, expected, respond } = createTrust();

const MAX_BYTES = 256 * 1024;

const assertRejected = (message: string, reason: RegExp) =>
  assert.throws(
    () => verifySignInResponse(message, expected),
    (error) => error instanceof SignInDeniedError && reason.test(error.message),
    message.slice(0, 200),
  );

test('encrypted tokens and tokens that are not assertions are rejected', () => {
  const token = writeToken(defaults);
  for (const [content, reason] of [
    [
      '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"/>',
      /EncryptedData: encryption is not supported/,
    ],
    ['<EncryptedAssertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>', /EncryptedAssertion: encryption/],
    ['<BinarySecurityToken xmlns="urn:x">e30=</BinarySecurityToken>', /the token is BinarySecurityToken/],
    ['', /exactly one assertion/],
    ['e30=', /text next to elements/],
    [token.replaceAll('SAML:1.0:', 'SAML:3.0:'), /not a SAML assertion/],
  ] as const) {
    assertRejected(wrapToken(content, defaults), reason);
  }
});

test('a message that is not a WS-Trust response is rejected', () => {
  const response = respond();
  const token = writeToken(defaults);
  for (const message of [
    token,
    response.replaceAll(
      'http://schemas.xmlsoap.org/ws/2005/02/trust',
      'http://schemas.xmlsoap.org/ws/2004/04/trust',
    ),
    response.replace(/^/, '<e xmlns="urn:x">').replace(/$/, '</e>'),
    response.replaceAll('RequestSecurityTokenResponse', 'RequestSecurityToken'),
    '<html><body>Moved</body></html>',
  ]) {
    assertRejected(message, /not a WS-Trust response/);
  }
});

const genuine = respond({ saml: '2.0' });
const addDoctype = (inner: string) => `<!DOCTYPE a [${inner}]>${genuine}`;

test('document types and entities are rejected before they are processed (S10)', () => {
  const entities = Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  const heapBefore = process.memoryUsage().heapUsed;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    assertRejected(
      addDoctype(`<!ENTITY l0 "lol">${entities.join('')}`).replace('alice', '&l12;'),
      /"<!DOCTYPE a \[/,
    );
    assertRejected(
      addDoctype('<!ENTITY f SYSTEM "file:///etc/passwd">').replace('alice', '&f;'),
      /"<!DOCTYPE a \[/,
    );
    assertRejected(addDoctype('<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;'), /"<!DOCTYPE a \[/);
  }
  assertRejected(`<!doctype a>${genuine}`, /"<!doctype a>/);
  assertRejected(genuine.replace('<Subject>', '<!DOCTYPE a><Subject>'), /"<!DOCTYPE a>/);
  for (const entity of [
    '&f;',
    '&nbsp;',
    '&AMP;',
    '&__proto__;',
    '&constructor;',
    '&amp',
    '&#;',
    '&#x;',
    '&#x110000;',
  ]) {
    assertRejected(genuine.replace('alice', entity), /is not an accepted entity/);
  }
  const heapGrowth = process.memoryUsage().heapUsed - heapBefore;
  assert.ok(heapGrowth < 64 * 1024 * 1024, `${heapGrowth} bytes`);
});

test('a comment does not split a name, and processing instructions are rejected', () => {
  for (const saml of ['1.1', '2.0'] as const) {
    const response = respond({ saml, subject: 'admin.evil' });
    for (const split of ['admin<!---->.evil', '<!--x-->admin<!-- > -->.evil', 'admin<![CDATA[.evil]]>']) {
      const { subject } = verifySignInResponse(response.replace('admin.evil', split), expected);
      assert.equal(subject, 'admin.evil');
    }
    for (const instruction of ['<?x y?>', '<?xml version="1.0"?>', '<??>']) {
      assertRejected(response.replace('admin.evil', `admin${instruction}.evil`), /is not accepted/);
    }
  }
});

test('overlong, empty and non-XML messages are rejected', () => {
  const maxLength = MAX_BYTES - genuine.length - '<!---->'.length;
  const addComment = (length: number) =>
    genuine.replace('<Subject>', (tag) => `<!--${'x'.repeat(length)}-->${tag}`);
  assert.equal(verifySignInResponse(addComment(maxLength), expected).subject, 'alice');
  assertRejected(addComment(maxLength + 1), /more than 262144 bytes/);
  assertRejected(addComment(maxLength - 1).replace('xx', 'éé'), /more than 262144 bytes/);
  assertRejected('x'.repeat(100_000_000), /more than 262144 bytes/);
  for (const empty of ['', ' ', '\n', '<?xml version="1.0"?>', '<!---->'])
    assertRejected(empty, /there is no element/);
  for (const text of ['null', '{}', 'SAML', '<', '>', '&', ']]>', 'PHNhbWw+', '\uFEFF<a/>']) {
    assertRejected(text, /not acceptable XML/);
  }
  for (const character of [
    '\0',
    '\x01',
    '\x1F',
    '\x7F',
    '\x80',
    '\x85',
    '\u2028',
    '\uFFFE',
    '\uFFFF',
    '\uD800',
    '\uDC00a',
  ]) {
    assertRejected(genuine.replace('alice', `al${character}ice`), /contains the character U\+/);
    assertRejected(genuine.replace('IssueInstant="', `$&${character}`), /contains the character U\+/);
  }
});

/** Repeats a string until the message has its maximum size. */
const fill = (unit: string, max = Number.POSITIVE_INFINITY) =>
  unit.repeat(Math.min(max, Math.floor((MAX_BYTES - genuine.length - 100) / unit.length)));
const appendToAssertion = (content: string) => genuine.replace('</Assertion>', (end) => content + end);
const writeAttributes = (count: number) =>
  Array.from({ length: count }, (_, index) => ` a${index}=""`).join('');
const declarePrefixes = (count: number) =>
  Array.from({ length: count }, (_, index) => ` xmlns:p${index}="urn:${index}"`).join('');

test('messages that would take too much time, memory or stack space to process are rejected', () => {
  assertRejected(fill('<a>'), /more than 32 levels/);
  assertRejected(appendToAssertion(fill('<a>') + fill('</a>')).slice(0, MAX_BYTES), /more than 32 levels/);
  assertRejected(`${'<a>'.repeat(33)}${'</a>'.repeat(33)}`, /more than 32 levels/);
  assertRejected(appendToAssertion(fill('<a/>')), /more than 4000 elements/);
  assertRejected(appendToAssertion(fill(`<a${writeAttributes(20)}/>`)), /more than 4000 elements/);
  assertRejected(appendToAssertion(fill('<![CDATA[]]>')), /more than 4000 elements/);
  assertRejected(appendToAssertion(fill('<!---->')), /too many comments/);
  assertRejected(appendToAssertion(`<a${writeAttributes(20_000)}/>`), /too many attributes/);
  const innerDeclarations = declarePrefixes(24).replaceAll(':p', ':q');
  assertRejected(`<a${declarePrefixes(20)}><b${innerDeclarations}/></a>`, /too many namespaces/);
  const longNamespace = ` xmlns:p="urn:${'x'.repeat(100_000)}"`;
  assertRejected(
    appendToAssertion('<p:a/>'.repeat(3000)).replace(' ', `${longNamespace} `),
    /cannot be bound/,
  );
  assertRejected(appendToAssertion(fill('<!--')), /<!-- has no end/);
  assertRejected(fill('<![CDATA['), /has no end/);
  assertRejected(fill('<'), /is not accepted/);
  assertRejected(`<a${fill(' ')}!>`, /not well-formed/);
  assertRejected(
    genuine.replace('<ds:SignatureValue>', (tag) => `${tag}${fill(' ')}!`),
    /not base64/,
  );
  assertRejected(appendToAssertion(`<a b="${fill('&amp;')}"/>`), /its digest differs/);
  assertRejected(appendToAssertion(fill('<a/>', 3900)), /its digest differs/);
});

test('a response with two thousand groups is accepted', () => {
  const groups = Array.from({ length: 2000 }, (_, index) => `group ${index}`);
  const message = respond({ attributes: { 'urn:x/groups': groups } });
  assert.deepEqual(verifySignInResponse(message, expected).attributes.get('urn:x/groups'), groups);
});

test('the reason for rejecting any message is one short line', () => {
  const hostile = `a\nb\rc\u2028d\u202Ee\u0007${'f'.repeat(1000)}`.replace('\u0007', '');
  for (const message of [
    respond({ issuer: hostile.replaceAll(/[\r\u2028]/g, ' ') }),
    respond({ audiences: [[hostile.replaceAll('\u2028', ' ')], ['x']] }),
    respond({ notBefore: 'x'.repeat(1000) }),
    respond({ saml: '2.0', confirmationData: { Recipient: `\r\n\t${hostile.replace('\u2028', '')}` } }),
    respond({ signatureAlgorithm: `&#xA;${'x'.repeat(2000)}` }),
    genuine.replace('<Subject>', `<${'s'.repeat(5000)}>`),
    `<${'s'.repeat(5000)} `,
    'x\ny',
  ]) {
    assert.throws(
      () => verifySignInResponse(message, expected),
      ({ message: reason }: Error) => /^[^\p{C}\p{Zl}\p{Zp}]{10,401}$/u.test(reason),
    );
  }
});

test('every response is rejected if a configured certificate is invalid or no certificate is configured', () => {
  const invalid = {
    ...expected,
    certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  };
  assert.throws(() => verifySignInResponse(genuine, invalid), SignInDeniedError);
  assert.throws(() => verifySignInResponse(genuine, { ...expected, certificates: [] }), SignInDeniedError);
});
