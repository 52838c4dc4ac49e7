import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPmtiles } from '#service/testing/create-pmtiles.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

test('a user who can read tasks can load ranges of the map file, which gets a new ETag when it is replaced', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  // A file name may contain characters that are special in URLs.
  const mapFile = join(folder, '.map %41#?.pmtiles');
  const content = createPmtiles();
  await writeFile(mapFile, content);
  const service = await startService(t, { mapFile });
  const { tenantId, userIds } = service.organisation;
  const token = await grantToken(service.database.db, tenantId, userIds.viewer!);
  const fetchMap = (headers: Record<string, string> = {}) =>
    fetch(`${service.url}/portal/map.pmtiles`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  assert.equal((await fetch(`${service.url}/portal/map.pmtiles`)).status, 401);
  const full = await fetchMap();
  const etag = full.headers.get('etag')!;
  assert.equal(full.status, 200);
  assert.deepEqual(Buffer.from(await full.arrayBuffer()), content);
  const part = await fetchMap({ range: 'bytes=0-6' });
  assert.deepEqual(
    [part.status, part.headers.get('content-range'), part.headers.get('etag'), await part.text()],
    [206, `bytes 0-6/${content.length}`, etag, 'PMTiles'],
  );
  // The map library's first request may extend past the end of the file.
  const oversized = await fetchMap({ range: 'bytes=0-16383' });
  assert.equal((await oversized.arrayBuffer()).byteLength, content.length);
  assert.equal((await fetchMap({ range: 'bytes=16384-' })).status, 416);
  assert.equal((await fetchMap({ range: 'bytes=0-1, 4-5' })).status, 200);
  assert.equal((await fetchMap({ 'if-none-match': etag })).status, 304);

  await writeFile(mapFile, createPmtiles({ layers: ['water', 'roads'] }));
  const replaced = await fetchMap({ range: 'bytes=0-6', 'if-range': etag });
  assert.equal(replaced.status, 200);
  assert.notEqual(replaced.headers.get('etag'), etag);
  await replaced.arrayBuffer();

  await rm(mapFile);
  assert.equal((await fetchMap()).status, 404);
  assert.ok(service.logLines.some((line) => line.includes('MAP_FILE')));
});
