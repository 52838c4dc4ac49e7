import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '#service/problem.ts';
import { createRequestCoalescing } from './coalesce-requests.ts';

const isOverloaded = (error: unknown) => error instanceof Problem && error.kind === 'overloaded';

/** Creates a job that the test finishes manually, and records each start. */
const createManualJob = () => {
  const startedJobs: {
    allDisconnected: AbortSignal;
    finish: (result: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const run = (allDisconnected: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      startedJobs.push({ allDisconnected, finish, fail });
      allDisconnected.addEventListener('abort', () => fail(new Error('given up')));
    });
  return { startedJobs, run };
};

const createReader = () => new AbortController();

test('concurrent requests for the same report share a job; a later request starts a new one', async () => {
  const { startedJobs, run } = createManualJob();
  const coalesce = createRequestCoalescing<string>(100);
  const readers = Array.from({ length: 24 }, () => coalesce('report', createReader().signal, run));
  const other = coalesce('other', createReader().signal, run);
  assert.equal(startedJobs.length, 2);
  startedJobs[0]!.finish('first');
  startedJobs[1]!.finish('other');
  assert.deepEqual(new Set(await Promise.all(readers)), new Set(['first']));
  assert.equal(await other, 'other');
  const later = coalesce('report', createReader().signal, run);
  startedJobs[2]!.finish('second');
  assert.equal(await later, 'second');
});

test('a job is aborted only after its last reader has disconnected', async () => {
  const { startedJobs, run } = createManualJob();
  const coalesce = createRequestCoalescing<string>(100);
  const [first, second] = [createReader(), createReader()];
  const waiting = [coalesce('report', first.signal, run), coalesce('report', second.signal, run)];
  first.abort();
  assert.equal(startedJobs[0]!.allDisconnected.aborted, false);
  const third = createReader();
  waiting.push(coalesce('report', third.signal, run));
  second.abort();
  assert.equal(startedJobs[0]!.allDisconnected.aborted, false);
  third.abort();
  assert.equal(startedJobs[0]!.allDisconnected.aborted, true);
  // A new reader does not wait for the aborted job.
  const later = coalesce('report', createReader().signal, run);
  startedJobs[1]!.finish('again');
  assert.equal(await later, 'again');
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected');
  await assert.rejects(coalesce('report', first.signal, run), isOverloaded);
  assert.equal(startedJobs.length, 2);
});

test('a failed job is reported to all waiting readers, and the next request retries', async () => {
  const { startedJobs, run } = createManualJob();
  const coalesce = createRequestCoalescing<string>(100);
  const waiting = [1, 2].map(() => coalesce('report', createReader().signal, run));
  startedJobs[0]!.fail(new RangeError('broken'));
  for (const request of waiting) await assert.rejects(request, RangeError);
  const next = coalesce('report', createReader().signal, run);
  startedJobs[1]!.finish('made');
  assert.equal(await next, 'made');
});

test('a reader beyond the limit is rejected without affecting the other readers', async () => {
  const { startedJobs, run } = createManualJob();
  const coalesce = createRequestCoalescing<string>(2);
  const waiting = [1, 2].map(() => coalesce('report', createReader().signal, run));
  await assert.rejects(coalesce('report', createReader().signal, run), isOverloaded);
  startedJobs[0]!.finish('made');
  assert.deepEqual(await Promise.all(waiting), ['made', 'made']);
});
