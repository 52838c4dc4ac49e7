import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitIntoPieces } from './split-into-pieces.ts';

async function* createChunks(sizes: readonly number[], error?: Error) {
  let byte = 0;
  for (const size of sizes) yield Buffer.from(Array.from({ length: size }, () => byte++ & 255));
  if (error) throw error;
}

const collect = async (pieces: AsyncIterable<Buffer>) => {
  const collectedPieces: Buffer[] = [];
  let thrown: unknown;
  try {
    for await (const piece of pieces) collectedPieces.push(piece);
  } catch (error) {
    thrown = error;
  }
  return { collectedPieces, thrown };
};

test('a stream is split into pieces of similar size without losing bytes, even if the stream fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 })), fc.boolean(), async (sizes, hasError) => {
      const error = hasError ? new Error('cut') : undefined;
      const { collectedPieces, thrown } = await collect(
        splitIntoPieces(createChunks(sizes, error), { bytes: 50, silenceMs: 1_000 }),
      );
      assert.equal(thrown, error);
      const sentBytes = Buffer.concat(await Array.fromAsync(createChunks(sizes)));
      assert.ok(Buffer.concat(collectedPieces).equals(sentBytes));
      assert.ok(collectedPieces.slice(0, -1).every(({ length }) => length >= 50 && length < 90));
      assert.ok(collectedPieces.every(({ length }) => length > 0));
    }),
  );
});

test('the bytes sent before a pause become a piece while the sender stays connected', async () => {
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const slowChunks = async function* () {
    yield Buffer.from('a');
    yield Buffer.from('b');
    await resumed;
    yield Buffer.from('c');
  };
  const pieces = splitIntoPieces(slowChunks(), { bytes: 50, silenceMs: 10 });
  assert.equal((await pieces.next()).value?.toString(), 'ab');
  resume();
  assert.equal((await pieces.next()).value?.toString(), 'c');
  assert.equal((await pieces.next()).done, true);
});
