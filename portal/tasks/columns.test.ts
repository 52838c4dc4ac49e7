import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPropertyValue, listProperties, selectColumns, toPropertyColumn } from './columns.ts';

test('columns for custom properties come last, and the names of properties are not case-sensitive', () => {
  const selectedColumns = [toPropertyColumn('Height'), 'team'];
  assert.deepEqual(
    selectColumns(selectedColumns).map(({ name }) => name),
    ['title', 'team', 'property:Height'],
  );
  const tasks = [{ customProperties: { height: 3, Colour: 'red' } }, { customProperties: {} }];
  assert.deepEqual(listProperties(tasks, selectedColumns), ['Colour', 'Height']);
  assert.deepEqual(
    tasks.map((task) => findPropertyValue(task, 'Height')),
    [3, undefined],
  );
});
