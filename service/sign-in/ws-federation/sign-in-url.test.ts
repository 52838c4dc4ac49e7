import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSignInUrl } from './sign-in-url.ts';

const parameters = {
  signInUrl: 'https://adfs.example.org/adfs/ls/',
  realm: 'urn:ronda',
  wctx: 'a+b/c=&d',
  wreply: 'https://ronda.example.org/api/account/ExternalLoginCallback',
};

test("the identity provider's URL contains all required parameters", () => {
  const { origin, pathname, searchParams } = new URL(buildSignInUrl(parameters));
  assert.equal(origin + pathname, parameters.signInUrl);
  assert.deepEqual(Object.fromEntries(searchParams), {
    wa: 'wsignin1.0',
    wtrealm: 'urn:ronda',
    wctx: 'a+b/c=&d',
    wreply: parameters.wreply,
  });
});

test('the parameters of the configured URL are preserved, except those that this server sets', () => {
  const signInUrl = 'https://adfs.example.org/adfs/ls/?whr=urn%3Ahome&wtrealm=urn:other&wa=x';
  const { searchParams } = new URL(buildSignInUrl({ ...parameters, signInUrl }));
  assert.equal(searchParams.get('whr'), 'urn:home');
  assert.deepEqual(searchParams.getAll('wtrealm'), ['urn:ronda']);
  assert.deepEqual(searchParams.getAll('wa'), ['wsignin1.0']);
});
