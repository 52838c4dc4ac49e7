import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectDistinctCodes } from './distinct-codes.ts';

test('duplicate, blank and overlong codes are removed', () => {
  const codes = ['B-2', 'A-1', 'B-2', ' ', 'x'.repeat(4_001)];
  assert.deepEqual(selectDistinctCodes(codes), ['A-1', 'B-2']);
});
