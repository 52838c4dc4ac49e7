import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatView, parseMapSearch, parseView, toTaskFilters } from './map-search.ts';

const ID = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';

test('the map’s view, filters, items layer and open tasks are stored in the URL', () => {
  const search = { at: '4.9024,52.3636,12.5', state: ['New'], isItemsShown: true, task: [ID] };
  assert.deepEqual(parseMapSearch(search), search);
  assert.deepEqual(parseMapSearch({ task: ID, isItemsShown: 'true' }), { task: [ID], isItemsShown: true });
  assert.deepEqual(toTaskFilters(parseMapSearch({ ...search, isLate: true, sort: 'title' })), {
    state: ['New'],
    isLate: true,
  });
});

test('parseMapSearch ignores invalid values', () => {
  for (const at of [
    '',
    '4,52',
    '4,52,x',
    '181,52,3',
    '4,91,3',
    '4,52,21',
    '4,52,-1',
    '1e2,3,4',
    7,
    ['4,52,3'],
  ])
    assert.deepEqual(parseMapSearch({ at }), {}, String(at));
  assert.deepEqual(parseMapSearch({ task: ['x', 3, null], isItemsShown: 'no' }), {});
  assert.equal(parseMapSearch({ task: Array(50).fill(ID) }).task?.length, 20);
});

test('parsing a formatted view returns it to the nearest metre, and invalid views are ignored', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: 0, max: 20, noNaN: true }),
      (longitude, latitude, zoom) => {
        const parsedView = parseView(formatView({ longitude, latitude, zoom }))!;
        assert.ok(
          Math.abs(parsedView.longitude - longitude) < 1e-5 &&
            Math.abs(parsedView.latitude - latitude) < 1e-5,
        );
        assert.ok(Math.abs(parsedView.zoom - zoom) < 0.01);
      },
    ),
  );
  fc.assert(fc.property(fc.anything(), (at) => void parseMapSearch({ at, task: at })));
});
