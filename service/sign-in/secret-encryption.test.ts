import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { createSecretEncryption, ENCRYPTION_KEY_BYTES } from './secret-encryption.ts';

const SECRET = 'a secret, é and all';

test('a secret can be decrypted only with the same key and context', () => {
  const [encryption, otherEncryption] = [
    createSecretEncryption(randomBytes(ENCRYPTION_KEY_BYTES)),
    createSecretEncryption(randomBytes(ENCRYPTION_KEY_BYTES)),
  ];
  const encrypted = encryption.encrypt(SECRET, '1/a');
  assert.equal(encryption.decrypt(encrypted, '1/a'), SECRET);
  assert.equal(encryption.decrypt(encrypted, '1/b'), undefined);
  assert.equal(otherEncryption.decrypt(encrypted, '1/a'), undefined);
  assert.ok(!encrypted.includes(Buffer.from('secret')));
  assert.notDeepEqual(encryption.encrypt(SECRET, '1/a'), encrypted);
});

test('a changed or truncated ciphertext cannot be decrypted', () => {
  const { encrypt, decrypt } = createSecretEncryption(randomBytes(ENCRYPTION_KEY_BYTES));
  const encrypted = encrypt(SECRET, '1/a');
  for (const index of encrypted.keys()) {
    const changed = Buffer.from(encrypted);
    changed[index]! ^= 1;
    assert.equal(decrypt(changed, '1/a'), undefined, `byte ${index}`);
    assert.equal(decrypt(encrypted.subarray(0, index), '1/a'), undefined, `${index} bytes`);
  }
});
