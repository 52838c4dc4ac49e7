import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeParameter, sliceString } from './slice-string.ts';

test('a long string is encoded in chunks without splitting a character', async () => {
  for (const text of ['', 'x', 'é'.repeat(200_000), `x${'😀'.repeat(200_000)}`]) {
    const parts = await Array.fromAsync(sliceString(text));
    assert.equal(Buffer.concat(parts).toString(), text);
    assert.equal(parts.length, Math.ceil(text.length / 65_536));
  }
});

test('encoding a statement parameter gives the same result as the driver, whatever its length and characters', async () => {
  for (const text of ['', 'x', 'x'.repeat(200_000), '漢'.repeat(200_000), `x${'😀é'.repeat(200_000)}`])
    assert.deepEqual(Buffer.from((await encodeParameter(text)) as string), Buffer.from(text));
});
