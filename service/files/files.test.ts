import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { openTestFolder } from '#service/testing/back-up.ts';
import { startObjectStore } from '#service/testing/start-object-store.ts';
import { FileNotFoundError, FileStoreUnavailableError, type Files } from './files.ts';
import { openFiles } from './open-files.ts';

const openInFolder = async (t: TestContext): Promise<Files> =>
  openFiles({ folder: join((await openTestFolder(t)).folder, 'created', 'when', 'needed') });

const openInBucket = async (t: TestContext): Promise<Files> => {
  const files = await openFiles({ bucket: await startObjectStore(t) });
  t.after(() => files.close());
  return files;
};

/** A bucket's configuration, without an endpoint. */
const BUCKET = {
  region: 'us-east-1',
  bucket: 'ronda',
  prefix: '',
  accessKeyId: 'anybody',
  secretAccessKey: 'anything',
};

const listKeys = async (files: Files, prefix: string): Promise<string[]> =>
  (await Array.fromAsync(files.list(prefix))).map(({ key }) => key).sort();

async function* splitIntoChunks(content: Buffer, size: number) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

for (const [name, open] of [
  ['a folder', openInFolder],
  ['an object store', openInBucket],
] as const) {
  test(`${name} returns a file as it was written, in full or in part`, async (t) => {
    const files = await open(t);
    await files.check();
    assert.deepEqual(await listKeys(files, ''), []);
    const content = randomBytes(200_000);
    await files.put('7/a/whole', content, content.length);
    await files.put('7/a/streamed', splitIntoChunks(content, 65_536), content.length);
    for (const key of ['7/a/whole', '7/a/streamed']) {
      assert.ok((await buffer(await files.read(key))).equals(content), key);
      const part = await buffer(await files.read(key, { start: 100, end: 70_000 }));
      assert.ok(part.equals(content.subarray(100, 70_001)), key);
      assert.equal(await files.size(key), content.length);
    }
    await files.put('7/a/whole', Buffer.from('new'), 3);
    assert.equal((await buffer(await files.read('7/a/whole'))).toString(), 'new');
  });

  test(`${name} reports a missing file when it is read, but not when it is deleted`, async (t) => {
    const files = await open(t);
    await assert.rejects(files.read('7/nothing'), FileNotFoundError);
    assert.equal(await files.size('7/nothing'), undefined);
    await files.put('7/x/1', Buffer.from('1'), 1);
    await files.delete(['7/x/1', '7/x/2']);
    assert.equal(await files.size('7/x/1'), undefined);
    assert.deepEqual(await listKeys(files, ''), []);
  });

  test(`${name} lists files by key prefix`, async (t) => {
    const files = await open(t);
    const before = Date.now() - 2_000;
    for (const key of ['7/a/1', '7/a/2', '7/ab/1', '8/a/1']) await files.put(key, Buffer.from('x'), 1);
    assert.deepEqual(await listKeys(files, '7/a/'), ['7/a/1', '7/a/2']);
    assert.deepEqual(await listKeys(files, '7/a'), ['7/a/1', '7/a/2', '7/ab/1']);
    assert.deepEqual(await listKeys(files, '9/'), []);
    const [file] = await Array.fromAsync(files.list('8/'));
    assert.equal(file!.bytes, 1);
    assert.ok(file!.modifiedAt.getTime() > before && file!.modifiedAt.getTime() <= Date.now());
  });

  test(`${name} stores no file if its content ends early`, async (t) => {
    const files = await open(t);
    const broken = async function* () {
      yield Buffer.alloc(1_000);
      throw new Error('the source failed');
    };
    await assert.rejects(files.put('7/broken', broken(), 2_000), /the source failed/);
    await assert.rejects(
      files.put('7/short', splitIntoChunks(Buffer.alloc(10), 5), 2_000),
      /has a different length/,
    );
    assert.deepEqual(await listKeys(files, ''), []);
  });

  test(`${name} rejects an invalid key as an internal error`, async (t) => {
    const files = await open(t);
    for (const key of ['../x', '/x', 'a//b', 'a/../b', 'A', '', 'a/', '.x', 'a\0b']) {
      await assert.rejects(async () => files.put(key, Buffer.from('x'), 1), /is not a valid file key/, key);
    }
  });
}

test('an object store lists more files than fit in one response', async (t) => {
  const files = await openInBucket(t);
  const keys = Array.from({ length: 1_005 }, (_, number) => `7/many/${number}`);
  for (let first = 0; first < keys.length; first += 50) {
    await Promise.all(keys.slice(first, first + 50).map((key) => files.put(key, Buffer.from('x'), 1)));
  }
  assert.deepEqual(await listKeys(files, '7/'), keys.sort());
});

test('an unavailable file store is reported without revealing its secret', async (t) => {
  const { folder } = await openTestFolder(t);
  await writeFile(join(folder, 'occupied'), '');
  const bucket = await startObjectStore(t);
  const credentials = { secretAccessKey: 'canary-of-the-secret' };
  const locations = [
    { folder: join(folder, 'occupied') },
    { bucket: { ...bucket, ...credentials, bucket: 'another' } },
    { bucket: { ...bucket, ...credentials, accessKeyId: 'unknown' } },
    { bucket: { ...bucket, ...credentials, endpoint: 'http://127.0.0.1:1' } },
  ];
  for (const location of locations) {
    const files = await openFiles(location);
    t.after(() => files.close());
    await assert.rejects(files.put('7/x', Buffer.from('x'), 1), (error) => {
      assert.ok(error instanceof FileStoreUnavailableError);
      const { cause } = error as { cause: object };
      assert.ok(!JSON.stringify([error.message, cause, Object.entries(cause)]).includes('canary'));
      return true;
    });
    await assert.rejects(files.check());
  }
});

test('a file that becomes unavailable while being read is reported as unavailable, not as damaged', async (t) => {
  const { folder } = await openTestFolder(t);
  // A folder can be opened like a file, but not read.
  await mkdir(join(folder, '7', 'x'), { recursive: true });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('the beginning', () => response.destroy());
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const location of [{ folder }, { bucket: { ...BUCKET, endpoint } }]) {
    const files = await openFiles(location);
    t.after(() => files.close());
    const content = await files.read('7/x');
    await assert.rejects(buffer(content), FileStoreUnavailableError);
  }
});

test('processes that store and delete files concurrently do not remove each other’s folders', async (t) => {
  // On a real disk, syncing is so slow that the processes rarely collide.
  const { folder } = await openTestFolder(t);
  const script = `
    const { openFolder } = await import('${new URL('./folder-files.ts', import.meta.url)}');
    const files = openFolder('${folder}');
    await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => {
      const key = \`folder/\${process.pid}-\${name}\`;
      for (let round = 0; round < 1_000; round++) {
        await files.put(key, Buffer.from('x'), 1);
        await files.delete([key]);
      }
    }));`;
  const runScript = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  await Promise.all([runScript(), runScript(), runScript(), runScript()]);
});
