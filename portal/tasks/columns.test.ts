import assert from 'node:assert/strict';
import { test } from 'node:test';
import { availableProperties, columnOfProperty, propertyValue, visibleColumns } from './columns.ts';

test('custom properties are the last columns, and their names are not case-sensitive', () => {
  const selected = [columnOfProperty('Height'), 'team'];
  assert.deepEqual(
    visibleColumns(selected).map(({ name }) => name),
    ['title', 'team', 'property:Height'],
  );
  const tasks = [{ customProperties: { height: 3, Colour: 'red' } }, { customProperties: {} }];
  assert.deepEqual(availableProperties(tasks, selected), ['Colour', 'Height']);
  assert.deepEqual(
    tasks.map((task) => propertyValue(task, 'Height')),
    [3, undefined],
  );
});
