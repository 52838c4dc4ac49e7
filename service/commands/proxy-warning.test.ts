import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#service/config.ts';
import { findProxyWarning } from './proxy-warning.ts';

const PUBLIC_URL = 'https://ronda.example.org';

test('warns the operator if PUBLIC_URL is https but TRUST_PROXY is not set', () => {
  assert.match(findProxyWarning(readConfig({ PUBLIC_URL }))!, /Name the proxy in TRUST_PROXY/);
  for (const settings of [
    {},
    { PUBLIC_URL: 'http://127.0.0.1:8080' },
    { PUBLIC_URL, TRUST_PROXY: 'loopback' },
    { PUBLIC_URL, TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' },
  ]) {
    assert.equal(findProxyWarning(readConfig(settings)), undefined);
  }
});
