import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { Caller } from '#service/admission/caller.ts';
import { createSpools, SpoolFullError, type Spools } from './spool.ts';

const CHUNK = 100_000;
const ANNA = { tenant: 1, user: 1 };
const UNLIMITED = { user: 100 * CHUNK, tenant: 100 * CHUNK, server: 100 * CHUNK, shareOfFree: 0.5 };
const listSpoolFiles = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('ronda-') && name.length === 42);

async function* createChunks(sizes: readonly number[], onEnd = () => {}) {
  try {
    for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index);
  } finally {
    onEnd();
  }
}

test('a reader gets every byte in order, however fast or slowly it reads', async () => {
  const sizes = fc.array(fc.nat({ max: 300_000 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fc.boolean(), { maxLength: 12 }), async (sizes, pauses) => {
      const spools = createSpools();
      const received: Buffer[] = [];
      for await (const bytes of spools.through(createChunks(sizes), ANNA)) {
        received.push(bytes);
        if (pauses[received.length]) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const expected = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index)));
      assert.ok(Buffer.concat(received).equals(expected));
      assert.equal(spools.countBytes(), 0);
    }),
    { numRuns: 50 },
  );
});

test('the response is produced before anyone reads it, and its file is unlinked', async () => {
  const spools = createSpools();
  const otherFiles = listSpoolFiles();
  const produced = Promise.withResolvers<void>();
  const reader = spools.through(createChunks(Array(40).fill(CHUNK), produced.resolve), ANNA);
  await produced.promise;
  assert.ok(spools.countBytes() > 30 * CHUNK);
  assert.deepEqual(
    listSpoolFiles().filter((name) => !otherFiles.includes(name)),
    [],
  );
  let length = 0;
  for await (const bytes of reader) length += bytes.length;
  assert.equal(length, 40 * CHUNK);
  assert.equal(spools.countBytes(), 0);
});

test('a reader that falls too far behind gets an error, and its buffered bytes are deleted', async () => {
  const spools = createSpools({ ...UNLIMITED, user: 10 * CHUNK });
  const produced = Promise.withResolvers<void>();
  const reader = spools.through(createChunks(Array(40).fill(CHUNK), produced.resolve), ANNA);
  await produced.promise;
  await assert.rejects(async () => {
    for await (const _ of reader);
  }, SpoolFullError);
  assert.equal(spools.countBytes(), 0);
});

test('once the client disconnects, the rest of the response is not produced', async () => {
  const spools = createSpools();
  const ended = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) {
        yield Buffer.alloc(CHUNK);
        await new Promise(setImmediate);
      }
    } finally {
      ended.resolve();
    }
  }
  for await (const _ of spools.through(endless(), ANNA)) break;
  await ended.promise;
  while (spools.countBytes() > 0) await new Promise(setImmediate);
});

test('a response that is never read leaves no file behind', async () => {
  const spools = createSpools();
  const produced = Promise.withResolvers<void>();
  const spooled = spools.through(createChunks(Array(40).fill(CHUNK), produced.resolve), ANNA);
  await produced.promise;
  spooled.close();
  spooled.close();
  assert.equal(spools.countBytes(), 0);
});

test('an error in the source reaches the reader', async () => {
  async function* failing() {
    yield 'begin';
    throw new Error('an internal error');
  }
  await assert.rejects(async () => {
    for await (const _ of createSpools().through(failing(), ANNA));
  }, /an internal error/);
});

test('the space for slow readers is limited per user and per tenant', async () => {
  const spools = createSpools({ ...UNLIMITED, user: 30 * CHUNK, tenant: 50 * CHUNK });
  const bram = { tenant: 1, user: 2 };
  const carla = { tenant: 2, user: 1 };
  const canRead = async (caller: Caller) => {
    const produced = Promise.withResolvers<void>();
    const reader = spools.through(createChunks(Array(25).fill(CHUNK), produced.resolve), caller);
    await produced.promise;
    return Array.fromAsync(reader).then(() => true, isSpoolFull);
  };
  const first = spools.through(createChunks(Array(25).fill(CHUNK)), ANNA);
  while (spools.countBytes() < 18 * CHUNK) await new Promise(setImmediate);
  assert.equal(await canRead(ANNA), false, "the user's share is used up");
  const second = spools.through(createChunks(Array(25).fill(CHUNK)), bram);
  while (spools.countBytes() < 36 * CHUNK) await new Promise(setImmediate);
  assert.equal(await canRead({ tenant: 1, user: 3 }), false, "the tenant's share is used up");
  assert.equal(await canRead(carla), true, 'another tenant has space');
  first.close();
  second.close();
  assert.equal(spools.countBytes(), 0);
});

const isSpoolFull = (error: unknown) => {
  assert.ok(error instanceof SpoolFullError);
  return false;
};

test('bytes that could not be written do not count towards the limit', async () => {
  const script = `
    import { createSpools } from '#service/http/spool.ts';
    const spools = createSpools();
    async function* chunks() { for (let n = 0; n < 40; n++) yield Buffer.alloc(100_000); }
    const reader = spools.through(chunks(), { tenant: 1, user: 1 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await Array.fromAsync(reader).catch(() => undefined);
    console.log(spools.countBytes());
  `;
  // `ulimit -f` limits files to 500 or 1,000 KB, depending on the shell.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 1000; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ]);
  assert.equal(stdout.trim(), '0');
});

test('all files together use at most half of the space that would be free without them', async () => {
  const spools: Spools = createSpools(UNLIMITED, async () => 100 * CHUNK - spools.countBytes());
  const fill = async () => {
    const produced = Promise.withResolvers<void>();
    const reader = spools.through(createChunks(Array(25).fill(CHUNK), produced.resolve), ANNA);
    await produced.promise;
    return reader;
  };
  const readers = [await fill(), await fill(), await fill()];
  assert.ok(spools.countBytes() <= 50 * CHUNK);
  await Array.fromAsync(readers[0]!);
  await Array.fromAsync(readers[1]!);
  await assert.rejects(Array.fromAsync(readers[2]!), SpoolFullError);
  assert.equal(spools.countBytes(), 0);
});
