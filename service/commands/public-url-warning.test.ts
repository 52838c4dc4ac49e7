import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#service/config.ts';
import { findPublicUrlWarning } from './public-url-warning.ts';

test('warns the operator if other machines can reach the server but PUBLIC_URL is not set', () => {
  for (const settings of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { TRUST_PROXY: 'loopback' },
  ])
    assert.match(findPublicUrlWarning(readConfig(settings))!, /Set PUBLIC_URL/);
  const PUBLIC_URL = 'https://ronda.example.org';
  for (const settings of [{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '0.0.0.0', PUBLIC_URL }])
    assert.equal(findPublicUrlWarning(readConfig(settings)), undefined);
});
