import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { inEnvelope, writeToken } from '#service/testing/ws-federation-answer.ts';
import { makeTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

const { ordinary, expected, answer } = makeTrust();

const LONGEST = 256 * 1024;

const refuses = (message: string, why: RegExp) =>
  assert.throws(
    () => verifySignInResponse(message, expected),
    (error) => error instanceof SignInRefused && why.test(error.message),
    message.slice(0, 200),
  );

test('a token that is no assertion in clear is refused, with the reason', () => {
  const token = writeToken(ordinary);
  for (const [other, why] of [
    [
      '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"/>',
      /EncryptedData: encryption is not supported/,
    ],
    ['<EncryptedAssertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>', /EncryptedAssertion: encryption/],
    ['<BinarySecurityToken xmlns="urn:x">e30=</BinarySecurityToken>', /the token is BinarySecurityToken/],
    ['', /exactly one assertion/],
    ['e30=', /text beside elements/],
    [token.replaceAll('SAML:1.0:', 'SAML:3.0:'), /no SAML assertion/],
  ] as const) {
    refuses(inEnvelope(other, ordinary), why);
  }
});

test('a message that is no answer of WS-Trust is refused', () => {
  const honest = answer();
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
    refuses(message, /no answer of WS-Trust/);
  }
});

const honest = answer({ saml: '2.0' });
const doctype = (inner: string) => `<!DOCTYPE a [${inner}]>${honest}`;

test('document types and entities are refused before anything is made of them (S10)', () => {
  const laughs = Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 20; round += 1) {
    refuses(doctype(`<!ENTITY l0 "lol">${laughs.join('')}`).replace('alice', '&l12;'), /"<!DOCTYPE a \[/);
    refuses(doctype('<!ENTITY f SYSTEM "file:///etc/passwd">').replace('alice', '&f;'), /"<!DOCTYPE a \[/);
    refuses(doctype('<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;'), /"<!DOCTYPE a \[/);
  }
  refuses(`<!doctype a>${honest}`, /"<!doctype a>/);
  refuses(honest.replace('<Subject>', '<!DOCTYPE a><Subject>'), /"<!DOCTYPE a>/);
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
    refuses(honest.replace('alice', entity), /is no entity that is accepted/);
  }
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(grown < 64 * 1024 * 1024, `${grown} bytes`);
});

test('a comment in a name cuts nothing out of it, and a processing instruction is refused', () => {
  for (const saml of ['1.1', '2.0'] as const) {
    const evil = answer({ saml, subject: 'admin.evil' });
    for (const split of ['admin<!---->.evil', '<!--x-->admin<!-- > -->.evil', 'admin<![CDATA[.evil]]>']) {
      const { subject } = verifySignInResponse(evil.replace('admin.evil', split), expected);
      assert.equal(subject, 'admin.evil');
    }
    for (const instruction of ['<?x y?>', '<?xml version="1.0"?>', '<??>']) {
      refuses(evil.replace('admin.evil', `admin${instruction}.evil`), /is not accepted/);
    }
  }
});

test('a message that is too long, empty or no text is refused', () => {
  const room = LONGEST - honest.length - '<!---->'.length;
  const comment = (length: number) =>
    honest.replace('<Subject>', (tag) => `<!--${'x'.repeat(length)}-->${tag}`);
  assert.equal(verifySignInResponse(comment(room), expected).subject, 'alice');
  refuses(comment(room + 1), /more than 262144 bytes/);
  refuses(comment(room - 1).replace('xx', 'éé'), /more than 262144 bytes/);
  refuses('x'.repeat(100_000_000), /more than 262144 bytes/);
  for (const nothing of ['', ' ', '\n', '<?xml version="1.0"?>', '<!---->'])
    refuses(nothing, /there is no element/);
  for (const noXml of ['null', '{}', 'SAML', '<', '>', '&', ']]>', 'PHNhbWw+', '\uFEFF<a/>']) {
    refuses(noXml, /no XML that is accepted/);
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
    refuses(honest.replace('alice', `al${foreign}ice`), /holds the character U\+/);
    refuses(honest.replace('IssueInstant="', `$&${foreign}`), /holds the character U\+/);
  }
});

/** What fits into a message of that text, so often. */
const filled = (unit: string, most = Number.POSITIVE_INFINITY) =>
  unit.repeat(Math.min(most, Math.floor((LONGEST - honest.length - 100) / unit.length)));
const inAssertion = (more: string) => honest.replace('</Assertion>', (end) => more + end);
const attributes = (many: number) => Array.from({ length: many }, (_, at) => ` a${at}=""`).join('');
const prefixes = (many: number) =>
  Array.from({ length: many }, (_, at) => ` xmlns:p${at}="urn:${at}"`).join('');

test('a message that is made to cost much time, memory or stack is refused, whatever it is made of', () => {
  refuses(filled('<a>'), /more than 32 levels/);
  refuses(inAssertion(filled('<a>') + filled('</a>')).slice(0, LONGEST), /more than 32 levels/);
  refuses(`${'<a>'.repeat(33)}${'</a>'.repeat(33)}`, /more than 32 levels/);
  refuses(inAssertion(filled('<a/>')), /more than 4000 elements/);
  refuses(inAssertion(filled(`<a${attributes(20)}/>`)), /more than 4000 elements/);
  refuses(inAssertion(filled('<![CDATA[]]>')), /more than 4000 elements/);
  refuses(inAssertion(filled('<!---->')), /too many comments/);
  refuses(inAssertion(`<a${attributes(20_000)}/>`), /too many attributes/);
  refuses(`<a${prefixes(20)}><b${prefixes(24).replaceAll(':p', ':q')}/></a>`, /too many namespaces/);
  const longNamespace = ` xmlns:p="urn:${'x'.repeat(100_000)}"`;
  refuses(inAssertion('<p:a/>'.repeat(3000)).replace(' ', `${longNamespace} `), /may not be declared/);
  refuses(inAssertion(filled('<!--')), /<!-- has no end/);
  refuses(filled('<![CDATA['), /has no end/);
  refuses(filled('<'), /is not accepted/);
  refuses(`<a${filled(' ')}!>`, /not well-formed/);
  refuses(
    honest.replace('<ds:SignatureValue>', (tag) => `${tag}${filled(' ')}!`),
    /not base64/,
  );
  refuses(inAssertion(`<a b="${filled('&amp;')}"/>`), /its digest is another/);
  refuses(inAssertion(filled('<a/>', 3900)), /its digest is another/);
});

test('an answer with a value for each of two thousand groups is taken', () => {
  const groups = Array.from({ length: 2000 }, (_, at) => `group ${at}`);
  const message = answer({ attributes: { 'urn:x/groups': groups } });
  assert.deepEqual(verifySignInResponse(message, expected).attributes.get('urn:x/groups'), groups);
});

test('the reason of a refusal is one short line, whatever the message says', () => {
  const nasty = `a\nb\rc\u2028d\u202Ee\u0007${'f'.repeat(1000)}`.replace('\u0007', '');
  for (const message of [
    answer({ issuer: nasty.replaceAll(/[\r\u2028]/g, ' ') }),
    answer({ audiences: [[nasty.replaceAll('\u2028', ' ')], ['x']] }),
    answer({ notBefore: 'x'.repeat(1000) }),
    answer({ saml: '2.0', confirmationData: { Recipient: `\r\n\t${nasty.replace('\u2028', '')}` } }),
    answer({ signatureAlgorithm: `&#xA;${'x'.repeat(2000)}` }),
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

test('a certificate that is configured wrongly refuses every answer', () => {
  const wrong = {
    ...expected,
    certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  };
  assert.throws(() => verifySignInResponse(honest, wrong), SignInRefused);
  assert.throws(() => verifySignInResponse(honest, { ...expected, certificates: [] }), SignInRefused);
});
