import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServerClient, ServerUnreachableError } from './server-client.ts';

const createClientWithResponse = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  createServerClient({
    basePath: '',
    getLanguage: () => 'en',
    fetch: async () => new Response(body, { headers }),
  });

test('a download reports its progress for each chunk', async () => {
  const body = ReadableStream.from([new Uint8Array(3), new Uint8Array(4)]);
  const client = createClientWithResponse(body, { 'content-length': '7', 'content-type': 'application/pdf' });
  const reportedProgress: (number | null)[][] = [];
  const file = await client.downloadFile('/report.pdf', {
    onProgress: (...progress) => reportedProgress.push(progress),
  });
  assert.deepEqual([file.size, file.type], [7, 'application/pdf']);
  assert.deepEqual(reportedProgress, [
    [3, 7],
    [7, 7],
  ]);
});

test('an interrupted download is rejected', async () => {
  const createChunks = async function* () {
    yield new Uint8Array(3);
    throw new TypeError('network error');
  };
  await assert.rejects(
    createClientWithResponse(ReadableStream.from(createChunks())).downloadFile('/report.pdf'),
    ServerUnreachableError,
  );
});

test("the server's time is read from a response's headers, but not if the response was delayed or cached", async () => {
  const sentAt = Date.parse('2026-11-23T08:00:00Z');
  const readServerTimes = async (headers: Record<string, string>, durationMs: number): Promise<number[]> => {
    const serverTimes: number[] = [];
    const times = [sentAt, sentAt + durationMs];
    const client = createServerClient({
      basePath: '',
      getLanguage: () => 'en',
      fetch: async () => new Response('no JSON', { headers }),
      now: () => times.shift()!,
      onServerTime: (serverTime) => serverTimes.push(serverTime),
    });
    await assert.rejects(client.request('GET', '/api/v1/me'), ServerUnreachableError);
    return serverTimes;
  };
  const date = new Date(sentAt + 1_000).toUTCString();
  assert.deepEqual(await readServerTimes({ date }, 2_000), [sentAt + 1_000]);
  assert.deepEqual(await readServerTimes({ date, age: '60' }, 2_000), []);
  // The phone slept for an hour, or its clock was changed.
  assert.deepEqual(await readServerTimes({ date }, 3_600_000), []);
  assert.deepEqual(await readServerTimes({ date }, -3_600_000), []);
});
