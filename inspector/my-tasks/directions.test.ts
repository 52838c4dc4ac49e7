import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDirectionsUrl } from './directions.ts';

const BRIDGE = { latitude: 52.36, longitude: -4.9 };

test('directions open the phone’s maps app with the name of the location', () => {
  assert.equal(
    createDirectionsUrl(BRIDGE, 'Brug & sluis', 'Mozilla/5.0 (Linux; Android 16)'),
    'geo:52.36,-4.9?q=52.36,-4.9(Brug%20%26%20sluis)',
  );
  assert.equal(
    createDirectionsUrl(BRIDGE, 'Brug', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)'),
    'maps://?daddr=52.36,-4.9&q=Brug',
  );
});
