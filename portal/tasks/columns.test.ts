import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnOfProperty, columnsShown, propertiesToShow, propertyIn } from './columns.ts';

test('custom properties are columns after the others, whatever the case of their names', () => {
  const selected = [columnOfProperty('Height'), 'team'];
  assert.deepEqual(
    columnsShown(selected).map(({ name }) => name),
    ['title', 'team', 'property:Height'],
  );
  const tasks = [{ customProperties: { height: 3, Colour: 'red' } }, { customProperties: {} }];
  assert.deepEqual(propertiesToShow(tasks, selected), ['Colour', 'Height']);
  assert.deepEqual(
    tasks.map((task) => propertyIn(task, 'Height')),
    [3, undefined],
  );
});
