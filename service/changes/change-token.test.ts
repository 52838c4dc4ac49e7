import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatToken, parseToken } from './change-token.ts';

const position = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n });

test('a position survives a round trip through a token', () => {
  fc.assert(fc.property(position, (value) => parseToken(formatToken(value)) === value));
});

test('a token consists of eleven URL-safe characters', () => {
  fc.assert(fc.property(position, (value) => /^[A-Za-z0-9_-]{11}$/.test(formatToken(value))));
});

test('both spellings of the highest token in the contract mean the end of the feed', () => {
  assert.equal(Buffer.from('__________8', 'base64url').readBigUInt64BE(), (1n << 64n) - 1n);
  assert.equal(parseToken('__________8'), 'end');
  assert.equal(parseToken('_________8'), 'end');
});

test('a string that is not a canonical token is rejected', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[A-Za-z0-9_-]{10,12}$/)),
      (token) => {
        let position: bigint | 'end';
        try {
          position = parseToken(token);
        } catch (error) {
          return (error as Error).message.startsWith('The change token');
        }
        return position === 'end' || formatToken(position) === token;
      },
    ),
  );
});
