import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPmtiles } from '#service/testing/create-pmtiles.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

test('a user who can see tasks can read ranges of the map file, and a new file gets a new ETag', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-map-'));
  t.after(() => rm(folder, { recursive: true }));
  // Characters with a meaning in URLs have none in a file name.
  const mapFile = join(folder, '.map %41#?.pmtiles');
  const content = createPmtiles();
  await writeFile(mapFile, content);
  const service = await startService(t, { mapFile });
  const { tenantId, userIds } = service.organisation;
  const token = await grantToken(service.database.db, tenantId, userIds.viewer!);
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${service.url}/portal/map.pmtiles`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  assert.equal((await fetch(`${service.url}/portal/map.pmtiles`)).status, 401);
  const whole = await ask();
  const etag = whole.headers.get('etag')!;
  assert.equal(whole.status, 200);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), content);
  const part = await ask({ range: 'bytes=0-6' });
  assert.deepEqual(
    [part.status, part.headers.get('content-range'), part.headers.get('etag'), await part.text()],
    [206, `bytes 0-6/${content.length}`, etag, 'PMTiles'],
  );
  // The first request of the map library is larger than a small file.
  const beginning = await ask({ range: 'bytes=0-16383' });
  assert.equal((await beginning.arrayBuffer()).byteLength, content.length);
  assert.equal((await ask({ range: 'bytes=16384-' })).status, 416);
  assert.equal((await ask({ range: 'bytes=0-1, 4-5' })).status, 200);
  assert.equal((await ask({ 'if-none-match': etag })).status, 304);

  await writeFile(mapFile, createPmtiles({ layers: ['water', 'roads'] }));
  const other = await ask({ range: 'bytes=0-6', 'if-range': etag });
  assert.equal(other.status, 200);
  assert.notEqual(other.headers.get('etag'), etag);
  await other.arrayBuffer();

  await rm(mapFile);
  assert.equal((await ask()).status, 404);
  assert.ok(service.logged.some((line) => line.includes('MAP_FILE')));
});
