import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBounds } from './format-bounds.ts';

test('the API accepts the formatted bounds of a single point, and of a map wider than the whole world', () => {
  assert.equal(formatBounds([4, 52, 4, 52]), '3.99999,51.99999,4.00001,52.00001');
  assert.equal(formatBounds([-200, -95, 181, 99]), '-180.00000,-90.00000,180.00000,90.00000');
});
