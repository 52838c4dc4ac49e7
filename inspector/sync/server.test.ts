import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectServer, Unreachable } from './server.ts';

const answering = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  connectServer({ home: '', language: () => 'en', fetch: async () => new Response(body, { headers }) });

test('of a file is told how much has come, piece by piece', async () => {
  const body = ReadableStream.from([new Uint8Array(3), new Uint8Array(4)]);
  const server = answering(body, { 'content-length': '7', 'content-type': 'application/pdf' });
  const told: (number | null)[][] = [];
  const file = await server.file('/report.pdf', { onProgress: (...progress) => told.push(progress) });
  assert.deepEqual([file.size, file.type], [7, 'application/pdf']);
  assert.deepEqual(told, [
    [3, 7],
    [7, 7],
  ]);
});

test('a file that breaks off was never there', async () => {
  const pieces = async function* () {
    yield new Uint8Array(3);
    throw new TypeError('network error');
  };
  await assert.rejects(answering(ReadableStream.from(pieces())).file('/report.pdf'), Unreachable);
});
