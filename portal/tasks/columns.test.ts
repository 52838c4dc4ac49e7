import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPropertyValue, listProperties, selectColumns, toPropertyColumn } from './columns.ts';

test('custom properties come last, and their names are not case-sensitive', () => {
  const selected = [toPropertyColumn('Height'), 'team'];
  assert.deepEqual(
    selectColumns(selected).map(({ name }) => name),
    ['title', 'team', 'property:Height'],
  );
  const tasks = [{ customProperties: { height: 3, Colour: 'red' } }, { customProperties: {} }];
  assert.deepEqual(listProperties(tasks, selected), ['Colour', 'Height']);
  assert.deepEqual(
    tasks.map((task) => findPropertyValue(task, 'Height')),
    [3, undefined],
  );
});
