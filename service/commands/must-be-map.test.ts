import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '#service/config.ts';
import { makePmtiles } from '#service/testing/make-pmtiles.ts';
import { mustBeMap } from './must-be-map.ts';

test('a map that no browser could draw keeps the service from starting, and it is said why', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'map.pmtiles');
  const whole = makePmtiles();
  const older = Buffer.from(whole);
  older[7] = 2;
  const faults: [content: Buffer, message: RegExp][] = [
    [Buffer.from('a map'), /is no PMTiles file of version 3/],
    [Buffer.alloc(0), /is no PMTiles file of version 3/],
    [older, /is no PMTiles file of version 3/],
    [makePmtiles({ tileType: 2 }), /holds other tiles than vector tiles/],
    [makePmtiles({ compression: 3 }), /is packed in another way than gzip/],
    [whole.subarray(0, -1), /is cut short/],
  ];
  for (const [content, message] of faults) {
    await writeFile(path, content);
    await assert.rejects(mustBeMap(path), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, message);
      assert.ok(error.message.startsWith(`MAP_FILE names '${path}', which `));
      return true;
    });
  }
  await assert.rejects(mustBeMap(join(folder, 'nothing')), /MAP_FILE names '.*', which cannot be read/);
  await assert.rejects(mustBeMap(folder), /MAP_FILE names '.*', which cannot be read/);
  await writeFile(path, whole);
  await mustBeMap(path);
  await mustBeMap(undefined);
});
