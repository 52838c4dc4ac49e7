import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberSearch } from '#portal/ui/last-search.ts';
import { findCarriedFilters } from './carried-filters.ts';

const filters = { state: ['New'], teamId: '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33', text: 'lock' };

test('filters carry over between the list, the map and the board, but the sort order does not', () => {
  const list = { pathname: '/tasks', search: { ...filters, sort: '-title' } };
  assert.deepEqual(findCarriedFilters('/map', list), filters);
  assert.deepEqual(findCarriedFilters('/board', list), filters);
  const board = { pathname: '/board', search: { ...filters, view: 'day', date: '2027-03-09', person: 4 } };
  assert.deepEqual(findCarriedFilters('/tasks', board), filters);
});

test('no filters carry over from the default view, to other pages or to the same screen', () => {
  const defaultView = {
    pathname: '/tasks',
    search: { state: ['New', 'Assigned', 'Active'], sort: 'dueDate' },
  };
  assert.equal(findCarriedFilters('/board', defaultView), undefined);
  assert.equal(findCarriedFilters('/teams', { pathname: '/tasks', search: filters }), undefined);
  assert.equal(findCarriedFilters('/map', { pathname: '/teams', search: { text: 'lock' } }), undefined);
  assert.equal(findCarriedFilters('/tasks', { pathname: '/tasks', search: filters }), undefined);
});

test('filters carry over from a screen to a task page and on to another screen', () => {
  rememberSearch('/tasks', { text: 'old' });
  rememberSearch('/map', { text: 'bridge', at: '4.9,52.3,12' });
  const task = { pathname: '/tasks/01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33', search: {} };
  assert.deepEqual(findCarriedFilters('/board', task), { text: 'bridge' });
  assert.deepEqual(
    findCarriedFilters('/map', task),
    { text: 'bridge', at: '4.9,52.3,12' },
    'the map is unchanged',
  );
  assert.equal(findCarriedFilters('/board', { pathname: '/tasks/import', search: {} }), undefined);
});
