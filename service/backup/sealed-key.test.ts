import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openKey, sealKey } from './sealed-key.ts';

test('only the correct passphrase decrypts a set’s key', async () => {
  const key = randomBytes(32);
  const sealed = await sealKey(key, 'a long enough passphrase');
  assert.deepEqual(await openKey(sealed, 'a long enough passphrase'), key);
  assert.equal(await openKey(sealed, 'a long enough Passphrase'), undefined);
  assert.ok(!JSON.stringify(sealed).includes(key.toString('base64')));
});
