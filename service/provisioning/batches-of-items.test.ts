import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProvisionItem } from '#contract/provision.ts';
import { batchesOfItems } from './batches-of-items.ts';

const itemsOf = (count: number, attributes?: Record<string, string | number>): ProvisionItem[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `BR-${index}`,
    title: 'Bridge',
    ...(attributes && { attributes }),
  }));
const attributes = (value: string | number) =>
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, value]));

const noTime = () => 0;
const sizesOf = (items: ProvisionItem[], now = noTime) =>
  [...batchesOfItems(items, now)].map(({ length }) => length);

test('splits items into batches in their original order', () => {
  const items = itemsOf(10_000);
  assert.deepEqual([...batchesOfItems(items, noTime)].flat(), items);
  assert.deepEqual(sizesOf(items), [4_000, 4_000, 2_000]);
  assert.deepEqual(sizesOf([]), []);
});

test('items with many attributes are split into small batches', () => {
  assert.deepEqual(sizesOf(itemsOf(200, attributes(1))), [98, 98, 4]);
});

test('items with long texts are split into very small batches', () => {
  assert.deepEqual(sizesOf(itemsOf(7, attributes('x'.repeat(4_000)))), [3, 3, 1]);
});

test('the database waits at most about a second for items that are slow to read', () => {
  let time = 0;
  assert.deepEqual(
    sizesOf(itemsOf(12), () => (time += 200)),
    [5, 5, 2],
  );
});
