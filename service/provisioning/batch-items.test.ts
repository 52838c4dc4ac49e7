import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProvisionItem } from '#contract/provision.ts';
import { batchItems } from './batch-items.ts';

const createItems = (count: number, attributes?: Record<string, string | number>): ProvisionItem[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `BR-${index}`,
    title: 'Bridge',
    ...(attributes && { attributes }),
  }));
const createAttributes = (value: string | number) =>
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, value]));

const stoppedClock = () => 0;
const listSizes = (items: ProvisionItem[], now = stoppedClock) =>
  [...batchItems(items, now)].map(({ length }) => length);

test('items are split into batches without changing their order', () => {
  const items = createItems(10_000);
  assert.deepEqual([...batchItems(items, stoppedClock)].flat(), items);
  assert.deepEqual(listSizes(items), [4_000, 4_000, 2_000]);
  assert.deepEqual(listSizes([]), []);
});

test('items with many attributes are put into small batches', () => {
  assert.deepEqual(listSizes(createItems(200, createAttributes(1))), [98, 98, 4]);
});

test('items with long strings are put into very small batches', () => {
  assert.deepEqual(listSizes(createItems(7, createAttributes('x'.repeat(4_000)))), [3, 3, 1]);
});

test('a batch ends after a second if reading items is slow, because the database is waiting', () => {
  let time = 0;
  assert.deepEqual(
    listSizes(createItems(12), () => (time += 200)),
    [5, 5, 2],
  );
});
