import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDevicesSearch } from './devices-search.ts';

test('what is looked for among devices stands in the address, and what it says wrongly does not', () => {
  const device = '0192f0c1-2b7a-7c3e-9f64-5b0d9a1e7c42';
  const search = { text: 'anna', userId: 12, state: 'ended', isUnsent: true, silentDays: 7, device };
  assert.deepEqual(parseDevicesSearch(search), search);
  assert.deepEqual(parseDevicesSearch({ silentDays: '14', isUnsent: 'false' }), {
    silentDays: 14,
    isUnsent: false,
  });
  const wrong = { userId: '-1', state: 'lost', isUnsent: 'maybe', silentDays: 3, device: 'phone', text: ' ' };
  assert.deepEqual(parseDevicesSearch({ ...wrong, colour: 'red' }), {});
});
