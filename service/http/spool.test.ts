import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { Caller } from '#service/admission/caller.ts';
import { createSpools, SpoolFull } from './spool.ts';

const PIECE = 100_000;
const ANNA = { tenant: 1, user: 1 };
const WIDE = { user: 100 * PIECE, tenant: 100 * PIECE, server: 100 * PIECE, shareOfFree: 0.5 };
const files = () => readdirSync(tmpdir()).filter((name) => name.startsWith('ronda-') && name.length === 42);

async function* piecesOf(sizes: readonly number[], onEnd = () => {}) {
  try {
    for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index);
  } finally {
    onEnd();
  }
}

test('a reader gets every byte in order, at any reading speed', async () => {
  const sizes = fc.array(fc.nat({ max: 300_000 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fc.boolean(), { maxLength: 12 }), async (sizes, pauses) => {
      const spools = createSpools();
      const read: Buffer[] = [];
      for await (const bytes of spools.through(piecesOf(sizes), ANNA)) {
        read.push(bytes);
        if (pauses[read.length]) await new Promise((later) => setTimeout(later, 1));
      }
      const expected = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index)));
      assert.ok(Buffer.concat(read).equals(expected));
      assert.equal(spools.bytes(), 0);
    }),
    { numRuns: 50 },
  );
});

test('the whole response is produced before it is read, and its file has no name on the disk', async () => {
  const spools = createSpools();
  const before = files();
  const made = Promise.withResolvers<void>();
  const reader = spools.through(piecesOf(Array(40).fill(PIECE), made.resolve), ANNA);
  await made.promise;
  assert.ok(spools.bytes() > 30 * PIECE);
  assert.deepEqual(
    files().filter((name) => !before.includes(name)),
    [],
  );
  let length = 0;
  for await (const bytes of reader) length += bytes.length;
  assert.equal(length, 40 * PIECE);
  assert.equal(spools.bytes(), 0);
});

test('a client that is too far behind is disconnected, and its buffered bytes are deleted', async () => {
  const spools = createSpools({ ...WIDE, user: 10 * PIECE });
  const made = Promise.withResolvers<void>();
  const reader = spools.through(piecesOf(Array(40).fill(PIECE), made.resolve), ANNA);
  await made.promise;
  await assert.rejects(async () => {
    for await (const _ of reader);
  }, SpoolFull);
  assert.equal(spools.bytes(), 0);
});

test('when the client disconnects, the rest of the response is not produced', async () => {
  const spools = createSpools();
  const ended = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) {
        yield Buffer.alloc(PIECE);
        await new Promise(setImmediate);
      }
    } finally {
      ended.resolve();
    }
  }
  for await (const _ of spools.through(endless(), ANNA)) break;
  await ended.promise;
  while (spools.bytes() > 0) await new Promise(setImmediate);
});

test('a response that is never read leaves no file', async () => {
  const spools = createSpools();
  const made = Promise.withResolvers<void>();
  const spooled = spools.through(piecesOf(Array(40).fill(PIECE), made.resolve), ANNA);
  await made.promise;
  spooled.close();
  spooled.close();
  assert.equal(spools.bytes(), 0);
});

test('an error while the response is produced reaches the client', async () => {
  async function* failing() {
    yield 'begin';
    throw new Error('an internal error');
  }
  await assert.rejects(async () => {
    for await (const _ of createSpools().through(failing(), ANNA));
  }, /an internal error/);
});

test('a user, and then a tenant, can fill only a part of the space for slow readers', async () => {
  const spools = createSpools({ ...WIDE, user: 30 * PIECE, tenant: 50 * PIECE });
  const bram = { tenant: 1, user: 2 };
  const carla = { tenant: 2, user: 1 };
  const isServed = async (caller: Caller) => {
    const made = Promise.withResolvers<void>();
    const reader = spools.through(piecesOf(Array(25).fill(PIECE), made.resolve), caller);
    await made.promise;
    return Array.fromAsync(reader).then(() => true, isFull);
  };
  const first = spools.through(piecesOf(Array(25).fill(PIECE)), ANNA);
  while (spools.bytes() < 18 * PIECE) await new Promise(setImmediate);
  assert.equal(await isServed(ANNA), false, 'the share of the user is used');
  const second = spools.through(piecesOf(Array(25).fill(PIECE)), bram);
  while (spools.bytes() < 36 * PIECE) await new Promise(setImmediate);
  assert.equal(await isServed({ tenant: 1, user: 3 }), false, 'the share of the tenant is used');
  assert.equal(await isServed(carla), true, 'another tenant has room');
  first.close();
  second.close();
  assert.equal(spools.bytes(), 0);
});

const isFull = (error: unknown) => {
  assert.ok(error instanceof SpoolFull);
  return false;
};

test('bytes that could not be written are given back', async () => {
  const write = `
    import { createSpools } from '#service/http/spool.ts';
    const spools = createSpools();
    async function* pieces() { for (let n = 0; n < 40; n++) yield Buffer.alloc(100_000); }
    const reader = spools.through(pieces(), { tenant: 1, user: 1 });
    await new Promise((later) => setTimeout(later, 500));
    await Array.fromAsync(reader).catch(() => undefined);
    console.log(spools.bytes());
  `;
  // A limit of 500 or 1,000 KB for a file, depending on the shell.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 1000; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '--eval',
    write,
  ]);
  assert.equal(stdout.trim(), '0');
});
