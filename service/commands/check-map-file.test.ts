import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '#service/config.ts';
import { createPmtiles } from '#service/testing/create-pmtiles.ts';
import { checkMapFile } from './check-map-file.ts';

test('the service refuses to start with a map file that browsers cannot render, and says why', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'map.pmtiles');
  const valid = createPmtiles();
  const olderVersion = Buffer.from(valid);
  olderVersion[7] = 2;
  const invalid: [content: Buffer, message: RegExp][] = [
    [Buffer.from('a map'), /is not a PMTiles version 3 file/],
    [Buffer.alloc(0), /is not a PMTiles version 3 file/],
    [olderVersion, /is not a PMTiles version 3 file/],
    [createPmtiles({ tileType: 2 }), /contains tiles that are not vector tiles/],
    [createPmtiles({ compression: 3 }), /uses a compression other than gzip/],
    [valid.subarray(0, -1), /is truncated/],
  ];
  for (const [content, message] of invalid) {
    await writeFile(path, content);
    await assert.rejects(checkMapFile(path), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, message);
      assert.ok(error.message.startsWith(`MAP_FILE names '${path}', which `));
      return true;
    });
  }
  await assert.rejects(checkMapFile(join(folder, 'missing')), /MAP_FILE names '.*', which cannot be read/);
  await assert.rejects(checkMapFile(folder), /MAP_FILE names '.*', which cannot be read/);
  await writeFile(path, valid);
  await checkMapFile(path);
  await checkMapFile(undefined);
});
