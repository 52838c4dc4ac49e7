import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDevicesSearch } from './devices-search.ts';

test('the device list’s filters are stored in the URL, and invalid ones are ignored', () => {
  const device = '0192f0c1-2b7a-7c3e-9f64-5b0d9a1e7c42';
  const search = {
    text: 'anna',
    userId: 12,
    state: 'ended',
    hasUnsentData: true,
    daysWithoutContact: 7,
    device,
  };
  assert.deepEqual(parseDevicesSearch(search), search);
  assert.deepEqual(parseDevicesSearch({ daysWithoutContact: '14', hasUnsentData: 'false' }), {
    daysWithoutContact: 14,
    hasUnsentData: false,
  });
  const invalidSearch = {
    userId: '-1',
    state: 'lost',
    hasUnsentData: 'maybe',
    daysWithoutContact: 3,
    device: 'phone',
    text: ' ',
  };
  assert.deepEqual(parseDevicesSearch({ ...invalidSearch, colour: 'red' }), {});
});
