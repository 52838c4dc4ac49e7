import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { resolveAllowedUrl, resolveOwnPath, resolveReturnUrl } from './redirects.ts';

const base = 'https://ronda.example.org';
const allowedUrls = ['https://assets.example.org/signed-in'];

/** Invalid paths, many of which would lead to another server in some browsers. */
const FORBIDDEN_PATHS = [
  '',
  'x',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/\u0000/evil.example',
  '/\u0001',
  '/\u00a0',
  '/#fragment',
  '#',
  '?query',
  '%2f%2fevil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'http://ronda.example.org/',
  '//ronda.example.org@evil.example',
  'https://ronda.example.org.evil.example/',
  'ftp://ronda.example.org/',
  './x',
  '../x',
  '/..//evil.example',
  '/.//evil.example',
  '/x/%2e%2e//evil.example',
  `/${'x'.repeat(3_000)}`,
];

test('the return URL must be a path on this server (S17, L3)', () => {
  for (const path of FORBIDDEN_PATHS)
    assert.equal(resolveOwnPath(base, path), undefined, JSON.stringify(path));
  for (const path of FORBIDDEN_PATHS)
    assert.equal(resolveReturnUrl({ base, allowedUrls }, path), undefined, JSON.stringify(path));
  assert.equal(resolveOwnPath(base, '/'), 'https://ronda.example.org/');
  assert.equal(
    resolveOwnPath(base, '/tasks?state=Active&x=//y'),
    'https://ronda.example.org/tasks?state=Active&x=//y',
  );
  assert.equal(
    resolveOwnPath(base, '/a/%2f%2fevil.example'),
    'https://ronda.example.org/a/%2f%2fevil.example',
  );
});

test('a URL on another server must exactly match an allowed URL (S16, L3)', () => {
  const rules = { base, allowedUrls };
  assert.equal(resolveAllowedUrl(rules, 'https://assets.example.org/signed-in'), allowedUrls[0]);
  assert.equal(resolveAllowedUrl(rules, 'HTTPS://ASSETS.example.org:443/signed-in'), allowedUrls[0]);
  for (const url of [
    'https://assets.example.org/signed-in/',
    'https://assets.example.org/signed-in?x=1',
    'https://assets.example.org/signed-in#x',
    'https://assets.example.org/Signed-In',
    'https://assets.example.org:8443/signed-in',
    'http://assets.example.org/signed-in',
    'https://user@assets.example.org/signed-in',
    'https://@assets.example.org/signed-in',
    'https://assets.example.org@evil.example/signed-in',
    'https://evil.example/https://assets.example.org/signed-in',
    'https://assets.example.org/signed-in/../signed-in/x',
    'https://assets.example.org\\@evil.example/signed-in',
    'https://assets.example.org/signed-in%00',
    'https://xassets.example.org/signed-in',
  ]) {
    assert.equal(resolveAllowedUrl(rules, url), undefined, url);
  }
});

test('a URL on this server must have the origin and base path of the server', () => {
  const rules = { base: 'https://example.org:8443/ronda', allowedUrls: [] };
  assert.equal(
    resolveAllowedUrl(rules, 'https://example.org:8443/ronda/'),
    'https://example.org:8443/ronda/',
  );
  assert.equal(resolveAllowedUrl(rules, 'https://example.org:8443/ronda'), 'https://example.org:8443/ronda');
  assert.equal(resolveOwnPath(rules.base, '/tasks'), 'https://example.org:8443/ronda/tasks');
  for (const url of [
    'https://example.org/ronda/',
    'https://example.org:8443/',
    'https://example.org:8443/rondax',
    'https://example.org:8443/ronda/../other',
    'http://example.org:8443/ronda/',
    'https://@example.org:8443/ronda/',
    'https://a:b@example.org:8443/ronda/',
  ]) {
    assert.equal(resolveAllowedUrl(rules, url), undefined, url);
  }
  assert.equal(resolveOwnPath(rules.base, '/../other'), undefined);
  assert.equal(resolveOwnPath(rules.base, '/%2e%2e/other'), undefined);
});

test('browsers resolve every allowed path to this server', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '//',
    'evil.example',
    '@',
    ':',
    '%2f',
    '..',
    '\t',
    '#',
    '?',
    'https:',
    'a',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 8 }), (parts) => {
      const path = parts.join('');
      const url = resolveOwnPath(base, path);
      if (url === undefined) return;
      assert.equal(new URL(url).origin, base);
      // A browser on one of this server's pages resolves the path the same way.
      assert.equal(new URL(path, base).origin, base);
    }),
    { numRuns: 2_000 },
  );
});
