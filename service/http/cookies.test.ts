import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { readCookie, readCookiesByPrefix } from './cookies.ts';

const createRequest = (cookie: string | undefined, protocol = 'http') =>
  ({ headers: { cookie }, protocol }) as unknown as FastifyRequest;

test('the first cookie with the given name is read, and its value is decoded', () => {
  const request = createRequest('a=1; b=%20x%25; b=2; c="%41"; d=%; __proto__=3');
  assert.equal(readCookie(request, 'a'), '1');
  assert.equal(readCookie(request, 'b'), ' x%');
  assert.equal(readCookie(request, 'c'), '"A"');
  assert.equal(readCookie(request, 'd'), '%', 'a value that cannot be decoded is returned as it is');
  assert.equal(readCookie(request, 'e'), undefined);
  assert.equal(readCookie(createRequest('a=1; __Host-a=2', 'https'), 'a'), '2');
  for (const header of [undefined, '', 'a', ';'])
    assert.equal(readCookie(createRequest(header), 'a'), undefined);
  assert.deepEqual(readCookiesByPrefix(createRequest('ab=%41; b=2; ac=%; a=; ab=3'), 'a'), [
    { name: 'ab', value: 'A' },
    { name: 'ac', value: '%' },
    { name: 'a', value: '' },
  ]);
});

test('a cookie cannot be hidden in another cookie’s value', () => {
  const request = createRequest('other=1 session=stolen; a-session=2;\tsession=own');
  assert.equal(readCookie(request, 'session'), 'own');
  assert.deepEqual(readCookiesByPrefix(request, 'session'), [{ name: 'session', value: 'own' }]);
});

test('a cookie is found among thousands of others without parsing them', (t) => {
  const parse = t.mock.method(Object, 'entries');
  const others = Array.from({ length: 5_000 }, (_, index) => `xsession-${index}=1`).join(';');
  assert.equal(readCookie(createRequest(`${others};session=own`), 'session'), 'own');
  assert.equal(parse.mock.callCount(), 1);
  const named = Array.from({ length: 5_000 }, (_, index) => `session-${index}=1`).join(';');
  assert.equal(readCookiesByPrefix(createRequest(named), 'session').length, 100);
});

test('only the requested cookies are decoded', (t) => {
  const decode = t.mock.method(globalThis, 'decodeURIComponent');
  const others = Array.from({ length: 5_000 }, (_, index) => `${index}=%`).join(';');
  assert.equal(readCookie(createRequest(`${others};session=%41`), 'session'), 'A');
  assert.deepEqual(readCookiesByPrefix(createRequest(`${others};session-1=%41`), 'session'), [
    { name: 'session-1', value: 'A' },
  ]);
  assert.equal(decode.mock.callCount(), 2);
});
