import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBaseMapLayers } from './base-map-layers.ts';
import type { Palette } from './palette.ts';

const palette = new Proxy({}, { get: (_, name) => `#${String(name)}` }) as Palette;
const createLayers = (availableLayers: string[]) =>
  createBaseMapLayers(availableLayers, { palette, language: 'nl' });

test('the base map contains all known layers in the tiles, with names in the user’s language', () => {
  assert.deepEqual(createLayers([]), []);
  assert.deepEqual(createLayers(['unknown']), []);
  const layers = createLayers(['places', 'unknown', 'water']);
  assert.deepEqual(
    layers.map((layer) => [layer.type, 'source-layer' in layer && layer['source-layer']]),
    [
      ['fill', 'water'],
      ['symbol', 'places'],
    ],
  );
  assert.match(JSON.stringify(layers[1]), /name:nl/);
});

test('layer IDs are unique for every tile schema', () => {
  const ids = createLayers(['roads', 'transportation', 'landuse', 'landcover', 'building', 'buildings']).map(
    ({ id }) => id,
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length > 6);
});
