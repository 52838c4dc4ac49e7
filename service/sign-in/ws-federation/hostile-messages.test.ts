import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import { inEnvelope, writeToken } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

const { ordinary, expected, respond } = createTrust();

const LONGEST = 256 * 1024;

const rejects = (message: string, why: RegExp) =>
  assert.throws(
    () => verifySignInResponse(message, expected),
    (error) => error instanceof SignInDenied && why.test(error.message),
    message.slice(0, 200),
  );

test('rejects a token that is not an unencrypted assertion, with the reason', () => {
  const token = writeToken(ordinary);
  for (const [other, why] of [
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
    rejects(inEnvelope(other, ordinary), why);
  }
});

test('rejects a message that is not a WS-Trust response', () => {
  const honest = respond();
  const token = writeToken(ordinary);
  for (const message of [
    token,
    honest.replaceAll(
      'http://schemas.xmlsoap.org/ws/2005/02/trust',
      'http://schemas.xmlsoap.org/ws/2004/04/trust',
    ),
    honest.replace(/^/, '<e xmlns="urn:x">').replace(/$/, '</e>'),
    honest.replaceAll('RequestSecurityTokenResponse', 'RequestSecurityToken'),
    '<html><body>Moved</body></html>',
  ]) {
    rejects(message, /not a WS-Trust response/);
  }
});

const honest = respond({ saml: '2.0' });
const doctype = (inner: string) => `<!DOCTYPE a [${inner}]>${honest}`;

test('rejects document types and entities before processing them (S10)', () => {
  const laughs = Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 20; round += 1) {
    rejects(doctype(`<!ENTITY l0 "lol">${laughs.join('')}`).replace('alice', '&l12;'), /"<!DOCTYPE a \[/);
    rejects(doctype('<!ENTITY f SYSTEM "file:///etc/passwd">').replace('alice', '&f;'), /"<!DOCTYPE a \[/);
    rejects(doctype('<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;'), /"<!DOCTYPE a \[/);
  }
  rejects(`<!doctype a>${honest}`, /"<!doctype a>/);
  rejects(honest.replace('<Subject>', '<!DOCTYPE a><Subject>'), /"<!DOCTYPE a>/);
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
    rejects(honest.replace('alice', entity), /is not an accepted entity/);
  }
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(grown < 64 * 1024 * 1024, `${grown} bytes`);
});

test('a comment does not split a name, and a processing instruction is rejected', () => {
  for (const saml of ['1.1', '2.0'] as const) {
    const evil = respond({ saml, subject: 'admin.evil' });
    for (const split of ['admin<!---->.evil', '<!--x-->admin<!-- > -->.evil', 'admin<![CDATA[.evil]]>']) {
      const { subject } = verifySignInResponse(evil.replace('admin.evil', split), expected);
      assert.equal(subject, 'admin.evil');
    }
    for (const instruction of ['<?x y?>', '<?xml version="1.0"?>', '<??>']) {
      rejects(evil.replace('admin.evil', `admin${instruction}.evil`), /is not accepted/);
    }
  }
});

test('rejects a message that is too long, empty or not text', () => {
  const room = LONGEST - honest.length - '<!---->'.length;
  const comment = (length: number) =>
    honest.replace('<Subject>', (tag) => `<!--${'x'.repeat(length)}-->${tag}`);
  assert.equal(verifySignInResponse(comment(room), expected).subject, 'alice');
  rejects(comment(room + 1), /more than 262144 bytes/);
  rejects(comment(room - 1).replace('xx', 'éé'), /more than 262144 bytes/);
  rejects('x'.repeat(100_000_000), /more than 262144 bytes/);
  for (const nothing of ['', ' ', '\n', '<?xml version="1.0"?>', '<!---->'])
    rejects(nothing, /there is no element/);
  for (const noXml of ['null', '{}', 'SAML', '<', '>', '&', ']]>', 'PHNhbWw+', '\uFEFF<a/>']) {
    rejects(noXml, /not acceptable XML/);
  }
  for (const foreign of [
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
    rejects(honest.replace('alice', `al${foreign}ice`), /contains the character U\+/);
    rejects(honest.replace('IssueInstant="', `$&${foreign}`), /contains the character U\+/);
  }
});

/** Repeats a unit as often as it fits into a message. */
const filled = (unit: string, max = Number.POSITIVE_INFINITY) =>
  unit.repeat(Math.min(max, Math.floor((LONGEST - honest.length - 100) / unit.length)));
const inAssertion = (more: string) => honest.replace('</Assertion>', (end) => more + end);
const attributes = (many: number) => Array.from({ length: many }, (_, index) => ` a${index}=""`).join('');
const prefixes = (many: number) =>
  Array.from({ length: many }, (_, index) => ` xmlns:p${index}="urn:${index}"`).join('');

test('rejects every kind of message that is made to cost much time, memory or stack', () => {
  rejects(filled('<a>'), /more than 32 levels/);
  rejects(inAssertion(filled('<a>') + filled('</a>')).slice(0, LONGEST), /more than 32 levels/);
  rejects(`${'<a>'.repeat(33)}${'</a>'.repeat(33)}`, /more than 32 levels/);
  rejects(inAssertion(filled('<a/>')), /more than 4000 elements/);
  rejects(inAssertion(filled(`<a${attributes(20)}/>`)), /more than 4000 elements/);
  rejects(inAssertion(filled('<![CDATA[]]>')), /more than 4000 elements/);
  rejects(inAssertion(filled('<!---->')), /too many comments/);
  rejects(inAssertion(`<a${attributes(20_000)}/>`), /too many attributes/);
  rejects(`<a${prefixes(20)}><b${prefixes(24).replaceAll(':p', ':q')}/></a>`, /too many namespaces/);
  const longNamespace = ` xmlns:p="urn:${'x'.repeat(100_000)}"`;
  rejects(inAssertion('<p:a/>'.repeat(3000)).replace(' ', `${longNamespace} `), /cannot be bound/);
  rejects(inAssertion(filled('<!--')), /<!-- has no end/);
  rejects(filled('<![CDATA['), /has no end/);
  rejects(filled('<'), /is not accepted/);
  rejects(`<a${filled(' ')}!>`, /not well-formed/);
  rejects(
    honest.replace('<ds:SignatureValue>', (tag) => `${tag}${filled(' ')}!`),
    /not base64/,
  );
  rejects(inAssertion(`<a b="${filled('&amp;')}"/>`), /its digest differs/);
  rejects(inAssertion(filled('<a/>', 3900)), /its digest differs/);
});

test('accepts a response with a value for each of two thousand groups', () => {
  const groups = Array.from({ length: 2000 }, (_, index) => `group ${index}`);
  const message = respond({ attributes: { 'urn:x/groups': groups } });
  assert.deepEqual(verifySignInResponse(message, expected).attributes.get('urn:x/groups'), groups);
});

test('the reason for a rejection is one short line, whatever the message contains', () => {
  const nasty = `a\nb\rc\u2028d\u202Ee\u0007${'f'.repeat(1000)}`.replace('\u0007', '');
  for (const message of [
    respond({ issuer: nasty.replaceAll(/[\r\u2028]/g, ' ') }),
    respond({ audiences: [[nasty.replaceAll('\u2028', ' ')], ['x']] }),
    respond({ notBefore: 'x'.repeat(1000) }),
    respond({ saml: '2.0', confirmationData: { Recipient: `\r\n\t${nasty.replace('\u2028', '')}` } }),
    respond({ signatureAlgorithm: `&#xA;${'x'.repeat(2000)}` }),
    honest.replace('<Subject>', `<${'s'.repeat(5000)}>`),
    `<${'s'.repeat(5000)} `,
    'x\ny',
  ]) {
    assert.throws(
      () => verifySignInResponse(message, expected),
      ({ message: reason }: Error) => /^[^\p{C}\p{Zl}\p{Zp}]{10,401}$/u.test(reason),
    );
  }
});

test('with an invalid certificate in the configuration, every response is rejected', () => {
  const wrong = {
    ...expected,
    certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  };
  assert.throws(() => verifySignInResponse(honest, wrong), SignInDenied);
  assert.throws(() => verifySignInResponse(honest, { ...expected, certificates: [] }), SignInDenied);
});
