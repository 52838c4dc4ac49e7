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

test('the time of a response is learned before its body is read, and never from one that arrived long ago', async () => {
  const sentAt = Date.parse('2026-11-23T08:00:00Z');
  const learn = async (headers: Record<string, string>, tookMs: number): Promise<number[]> => {
    const learned: number[] = [];
    const times = [sentAt, sentAt + tookMs];
    const server = connectServer({
      home: '',
      language: () => 'en',
      fetch: async () => new Response('no JSON', { headers }),
      now: () => times.shift()!,
      onTime: (serverTime) => learned.push(serverTime),
    });
    await assert.rejects(server.ask('GET', '/api/v1/me'), Unreachable);
    return learned;
  };
  const date = new Date(sentAt + 1_000).toUTCString();
  assert.deepEqual(await learn({ date }, 2_000), [sentAt + 1_000]);
  assert.deepEqual(await learn({ date, age: '60' }, 2_000), []);
  // The phone slept for an hour, or its clock was changed.
  assert.deepEqual(await learn({ date }, 3_600_000), []);
  assert.deepEqual(await learn({ date }, -3_600_000), []);
});
