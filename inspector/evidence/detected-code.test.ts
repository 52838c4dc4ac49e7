import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSameCodes, distinctCodes } from './detected-code.ts';

const qr = (text: string) => ({ text, format: 'qr_code' });

test('removes duplicate codes, and ignores blank codes and codes that are too long', () => {
  const codes = [qr('B-2'), qr('A-1'), qr('B-2'), qr(' '), qr('x'.repeat(4_001))];
  assert.deepEqual(distinctCodes(codes), [qr('A-1'), qr('B-2')]);
});

test('two detections are equal if all their texts are equal', () => {
  assert.ok(areSameCodes([qr('A'), qr('B')], [qr('A'), { text: 'B', format: 'code_128' }]));
  assert.ok(!areSameCodes([qr('A')], [qr('A'), qr('B')]));
  assert.ok(!areSameCodes([qr('A')], [qr('B')]));
});
