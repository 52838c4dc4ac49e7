import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatToken, parseToken } from './change-token.ts';

const position = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n });

test('a token is read back as the position it was made of', () => {
  fc.assert(fc.property(position, (value) => parseToken(formatToken(value)) === value));
});

test('a token has eleven characters that need no escaping in an address', () => {
  fc.assert(fc.property(position, (value) => /^[A-Za-z0-9_-]{11}$/.test(formatToken(value))));
});

test('the highest token of the contract is the largest number, in both of its spellings', () => {
  assert.equal(Buffer.from('__________8', 'base64url').readBigUInt64BE(), (1n << 64n) - 1n);
  assert.equal(parseToken('__________8'), 'end');
  assert.equal(parseToken('_________8'), 'end');
});

test('a text either is a token in its one spelling or is refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[A-Za-z0-9_-]{10,12}$/)),
      (text) => {
        let read: bigint | 'end';
        try {
          read = parseToken(text);
        } catch (error) {
          return (error as Error).message.startsWith('The change token');
        }
        return read === 'end' || formatToken(read) === text;
      },
    ),
  );
});
