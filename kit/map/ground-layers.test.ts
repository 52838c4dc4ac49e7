import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundLayers } from './ground-layers.ts';
import type { Palette } from './palette.ts';

const palette = new Proxy({}, { get: (_, name) => `#${String(name)}` }) as Palette;
const layersOf = (there: string[]) => groundLayers(there, { palette, language: 'nl' });

test('of the tiles is drawn what is there and known, with names in the reader’s language', () => {
  assert.deepEqual(layersOf([]), []);
  assert.deepEqual(layersOf(['unknown']), []);
  const drawn = layersOf(['places', 'unknown', 'water']);
  assert.deepEqual(
    drawn.map((layer) => [layer.type, 'source-layer' in layer && layer['source-layer']]),
    [
      ['fill', 'water'],
      ['symbol', 'places'],
    ],
  );
  assert.match(JSON.stringify(drawn[1]), /name:nl/);
});

test('no two layers have the same name, whichever tiles there are', () => {
  const ids = layersOf(['roads', 'transportation', 'landuse', 'landcover', 'building', 'buildings']).map(
    ({ id }) => id,
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length > 6);
});
