import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatToken, parseToken } from './change-token.ts';

const position = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n });

test('parsing a token returns the position from which it was formatted', () => {
  fc.assert(fc.property(position, (value) => parseToken(formatToken(value)) === value));
});

test('a token has eleven characters that need no escaping in a URL', () => {
  fc.assert(fc.property(position, (value) => /^[A-Za-z0-9_-]{11}$/.test(formatToken(value))));
});

test("both of the contract's spellings of the highest token mean the end of the feed", () => {
  assert.equal(Buffer.from('__________8', 'base64url').readBigUInt64BE(), (1n << 64n) - 1n);
  assert.equal(parseToken('__________8'), 'end');
  assert.equal(parseToken('_________8'), 'end');
});

test('a string that is not a token in canonical form is rejected', () => {
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
