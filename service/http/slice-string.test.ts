import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceString } from './slice-string.ts';

test('encodes a long string in parts without splitting a character', async () => {
  for (const text of ['', 'x', 'é'.repeat(200_000), `x${'😀'.repeat(200_000)}`]) {
    const parts = await Array.fromAsync(sliceString(text));
    assert.equal(Buffer.concat(parts).toString(), text);
    assert.equal(parts.length, Math.ceil(text.length / 65_536));
  }
});
