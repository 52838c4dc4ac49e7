import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInAddress } from './sign-in-address.ts';

const asked = {
  signInUrl: 'https://adfs.example.org/adfs/ls/',
  realm: 'urn:ronda',
  wctx: 'a+b/c=&d',
  wreply: 'https://ronda.example.org/api/account/ExternalLoginCallback',
};

test('a browser is sent to the identity provider with all that it must be asked', () => {
  const { origin, pathname, searchParams } = new URL(signInAddress(asked));
  assert.equal(origin + pathname, asked.signInUrl);
  assert.deepEqual(Object.fromEntries(searchParams), {
    wa: 'wsignin1.0',
    wtrealm: 'urn:ronda',
    wctx: 'a+b/c=&d',
    wreply: asked.wreply,
  });
});

test('what the configured address asks for already is kept, but for what is ours to say', () => {
  const signInUrl = 'https://adfs.example.org/adfs/ls/?whr=urn%3Ahome&wtrealm=urn:other&wa=x';
  const { searchParams } = new URL(signInAddress({ ...asked, signInUrl }));
  assert.equal(searchParams.get('whr'), 'urn:home');
  assert.deepEqual(searchParams.getAll('wtrealm'), ['urn:ronda']);
  assert.deepEqual(searchParams.getAll('wa'), ['wsignin1.0']);
});
