import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import type { Files } from '#service/files/files.ts';
import { backUp, digestTables, openTestFolder, restoreInto, verify } from '#service/testing/back-up.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService } from '#service/testing/start-service.ts';
import { formatManifest, hash, type Manifest } from './manifest.ts';
import { formatManifestKey, formatSetPrefix } from './sets.ts';

const SHA256 = '0'.repeat(64);
const KEY = {
  scrypt: { N: 131_072, r: 8, p: 1, salt: 'AAAAAAAAAAAAAAAAAAAAAA==' },
  iv: 'AAAAAAAAAAAAAAAA',
  tag: 'AAAAAAAAAAAAAAAAAAAAAA==',
  encrypted: 'AAAA',
};

/**
 * Lists manifest changes with the error each must cause. Anyone with write access to the target could write such a
 * manifest with a valid digest.
 */
const listHostileManifests = (manifest: Manifest): [change: object, message: RegExp][] => {
  const { tables, files } = manifest;
  const createPartChange = (part: object) => ({
    tables: { ...tables, tenant: { ...tables.tenant, members: [part] } },
  });
  return [
    [{ tables: undefined }, /tables is required/],
    [{ tables: [] }, /tables must be an object/],
    [{ tables: { 'task"; drop table task; --': tables.task } }, /There is no field|is not allowed here/],
    [{ tables: { ...tables, task: { rows: 1 } } }, /tables\.task\.columns.*tables\.task\.members/s],
    [{ tables: { ...tables, task: { ...tables.task, columns: ['"id', 7] } } }, /tables\.task\.columns\[0\]/],
    [{ tables: { ...tables, task: { ...tables.task, rows: 1e300 } } }, /tables\.task\.rows/],
    [createPartChange({ name: '../../x', bytes: 1, sha256: SHA256 }), /tables\.tenant\.members\[0\]\.name/],
    [
      createPartChange({ name: 'tables/tenant.0001.zst', bytes: 1e15, sha256: SHA256 }),
      /members\[0\]\.bytes/,
    ],
    [createPartChange({ name: 'tables/tenant.0001.zst', bytes: 1, sha256: '' }), /members\[0\]\.sha256/],
    [{ files: { ...files, missing: ['a\u001b[2Jb'] } }, /files\.missing\[0\]/],
    [{ files: { ...files, lostPieces: [{ tenantId: '1', uploadId: 'x' }] } }, /files\.lostPieces\[0\]/],
    [{ migrations: {} }, /migrations must be a list/],
    [{ migrations: [] }, /migrations/],
    [{ epoch: 'x' }, /epoch/],
    [{ product: '1\u001b[2J' }, /product/],
    [{ snapshotAt: 'yesterday' }, /snapshotAt/],
    [{ sequences: [{ table: 'task', column: 'x', last: 'one', isCalled: true }] }, /sequences\[0\]\.last/],
    [{ key: { ...KEY, scrypt: { ...KEY.scrypt, N: 2 ** 30 } } }, /key\.scrypt\.N/],
    [{ key: { ...KEY, scrypt: { ...KEY.scrypt, N: 100_000 } } }, /key\.scrypt\.N/],
    [{ key: { ...KEY, tag: 7 } }, /key\.tag/],
  ];
};

const replaceManifest = async (target: Files, manifest: Manifest, change: object) => {
  const text = Buffer.from(formatManifest({ ...manifest, ...change } as Manifest));
  await target.put(formatManifestKey(manifest.set), text, text.length);
};

test('rejects a manifest with an invalid property before changing anything', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const [destination, { folder, files }] = [await createDatabase(t), await openTestFolder(t)];
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const tablesBefore = await digestTables(destination.db);
  for (const [change, message] of listHostileManifests(manifest)) {
    await replaceManifest(target, manifest, change);
    for (const operation of [() => verify(t, target), () => restoreInto(destination, target, { files })]) {
      const reason = await operation().then(() => 'accepted', String);
      assert.match(reason, /DamagedSetError: sets\/.*manifest\.json is not a valid manifest: /, reason);
      assert.match(reason, message);
      // The message is printed to a terminal.
      assert.doesNotMatch(reason, /[^\P{Cc}\n]/u);
    }
  }
  assert.deepEqual(await digestTables(destination.db), tablesBefore);
  assert.deepEqual(await readdir(folder), []);
});

test('does not read an oversized manifest', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const oversizedTarget: Files = {
    ...target,
    size: async () => 2 ** 40,
    read: () => assert.fail('must not be read'),
  };
  await assert.rejects(
    verify(t, oversizedTarget),
    /manifest\.json has 1099511627776 bytes, which is too large/,
  );
  // The manifest states the size of each part.
  const [part] = manifest.tables.tenant!.members;
  const key = formatSetPrefix(manifest.set) + part!.name;
  const targetWithOversizedPart: Files = {
    ...target,
    size: async (requestedKey) => (requestedKey === key ? 2 ** 40 : target.size(requestedKey)),
    read: (requestedKey) =>
      requestedKey === key ? assert.fail('must not be read') : target.read(requestedKey),
  };
  assert.match(
    (await verify(t, targetWithOversizedPart)).problems[0]!,
    /tenant\.0001\.zst has 1099511627776 bytes, not \d+/,
  );
});

test('rejects a file list with invalid lines or paths outside the target before changing anything', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const [destination, { folder, files }] = [await createDatabase(t), await openTestFolder(t)];
  await destination.close();
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const name = 'files.0001.zst';
  const lists: [list: Buffer, count: number, message: RegExp][] = [
    [zstdCompressSync(`../../../outside\t1\t${SHA256}\n`), 1, /an invalid line: \.\.\/\.\.\/\.\.\/outside/],
    [zstdCompressSync(`1/a\tmany\t${SHA256}\n`), 1, /an invalid line/],
    [zstdCompressSync(`1/a\t1\tx\n`), 1, /an invalid line/],
    [zstdCompressSync(`1/a\t1\t${SHA256}\n`), 2, /lists 1 files instead of 2/],
    [zstdCompressSync('x'.repeat(100_000)), 1, /an invalid line/],
    [Buffer.from('not compressed'), 1, /cannot be decompressed/],
  ];
  for (const [list, count, message] of lists) {
    await target.put(formatSetPrefix(manifest.set) + name, list, list.length);
    const part = { name, bytes: list.length, sha256: hash(list) };
    await replaceManifest(target, manifest, { files: { ...manifest.files, count, members: [part] } });
    await assert.rejects(restoreInto(destination, target, { files }), message);
    const { problems } = await verify(t, target);
    assert.match(problems[0] ?? 'accepted', message);
  }
  const bulk = await openBulkConnection(destination.connection);
  t.after(() => bulk.close());
  const [marker] = await bulk.query(`select to_regclass('restore_unfinished') as found`);
  assert.deepEqual(marker, { found: null });
  assert.deepEqual(await readdir(folder), []);
});

test('reports a table that contains invalid rows', async (t) => {
  const service = await startService(t);
  const { files: target } = await openTestFolder(t);
  const { manifest } = await backUp(
    { database: service.database, files: service.services.uploads.files },
    target,
  );
  const name = 'tables/tenant.0001.zst';
  for (const content of [Buffer.from('not compressed'), zstdCompressSync('not\trows\n')]) {
    await target.put(formatSetPrefix(manifest.set) + name, content, content.length);
    const members = [{ name, bytes: content.length, sha256: hash(content) }];
    const tables = { ...manifest.tables, tenant: { ...manifest.tables.tenant!, members } };
    await replaceManifest(target, manifest, { tables });
    assert.match((await verify(t, target)).problems[0]!, /tables\/tenant cannot be loaded: /);
  }
});
