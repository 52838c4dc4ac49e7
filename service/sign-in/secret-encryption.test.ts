import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { createSecretEncryption, SEAL_KEY_BYTES } from './secret-encryption.ts';

const SECRET = 'a secret, é and all';

test('a sealed secret can be opened only with the same key and context', () => {
  const [mine, other] = [
    createSecretEncryption(randomBytes(SEAL_KEY_BYTES)),
    createSecretEncryption(randomBytes(SEAL_KEY_BYTES)),
  ];
  const sealed = mine.seal(SECRET, '1/a');
  assert.equal(mine.open(sealed, '1/a'), SECRET);
  assert.equal(mine.open(sealed, '1/b'), undefined);
  assert.equal(other.open(sealed, '1/a'), undefined);
  assert.ok(!sealed.includes(Buffer.from('secret')));
  assert.notDeepEqual(mine.seal(SECRET, '1/a'), sealed);
});

test('a changed, truncated or unknown sealed secret cannot be opened', () => {
  const { seal, open } = createSecretEncryption(randomBytes(SEAL_KEY_BYTES));
  const sealed = seal(SECRET, '1/a');
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    assert.equal(open(changed, '1/a'), undefined, `byte ${at}`);
    assert.equal(open(sealed.subarray(0, at), '1/a'), undefined, `${at} bytes`);
  }
});
