import assert from 'node:assert/strict';
import test from 'node:test';
import { verbatim } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';
import { Unreadable } from './unreadable.ts';
import { createWorkers } from './workers.ts';

const BROKEN = verbatim('it is broken');

/** A thread that does what it is given, by its name. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const deeds = {
      answer: () => parentPort.postMessage({ done: 'here it is' }),
      refuse: () => parentPort.postMessage({ refused: ${JSON.stringify(BROKEN)} }),
      loop: () => { for (;;); },
      eat: () => { const eaten = []; for (;;) eaten.push(new Array(100_000).fill(0.5)); },
      fail: () => { throw new Error('a fault of ours'); },
      wait: () => setTimeout(() => parentPort.postMessage({ done: 'at last' }), 300),
    };
    deeds[workerData]();
  `)}`,
);
const limits = { atOnce: 2, turn: 2_000, time: 1_500, waiting: 4, waitingOfTenant: 2, memory: 64 };
const nobodyLeaves = new AbortController().signal;
const workers = () => createWorkers(script, limits);
const tooCostly = (error: unknown) =>
  error instanceof Unreadable && /too much time or memory/.test(error.message);
const overloaded = (error: unknown) => error instanceof Problem && error.kind === 'overloaded';

test('a thread answers, refuses, or fails by a fault of ours', async () => {
  const { run } = workers();
  assert.equal(await run({ tenantId: 1, data: 'answer' }, nobodyLeaves), 'here it is');
  await assert.rejects(run({ tenantId: 1, data: 'refuse' }, nobodyLeaves), new Unreadable(BROKEN));
  await assert.rejects(run({ tenantId: 1, data: 'fail' }, nobodyLeaves), /a fault of ours/);
});

test('a thread that never ends, or eats all memory, is ended, and the next has its turn', async () => {
  const { run } = workers();
  await assert.rejects(run({ tenantId: 1, data: 'loop' }, nobodyLeaves), tooCostly);
  await assert.rejects(run({ tenantId: 1, data: 'eat' }, nobodyLeaves), tooCostly);
  assert.equal(await run({ tenantId: 1, data: 'answer' }, nobodyLeaves), 'here it is');
});

test('of one tenant one thread runs, a few wait, and more are told to come back; others do not wait for them', async () => {
  const { run } = workers();
  const busy = [1, 1, 1, 1].map((tenantId) => run({ tenantId, data: 'wait' }, nobodyLeaves));
  const outcomes = Promise.allSettled(busy);
  const start = performance.now();
  assert.equal(await run({ tenantId: 2, data: 'answer' }, nobodyLeaves), 'here it is');
  const waited = performance.now() - start;
  const settled = await outcomes;
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  );
  const last = settled.at(-1)!;
  assert.ok('reason' in last && overloaded(last.reason));
  assert.ok(waited < performance.now() - start, 'the other tenant had its answer first');
});

test('when its caller leaves, a thread is ended and a place in the queue given up', async () => {
  const { run, close } = workers();
  const leaving = new AbortController();
  const running = run({ tenantId: 1, data: 'loop' }, leaving.signal);
  const waiting = run({ tenantId: 1, data: 'loop' }, leaving.signal);
  leaving.abort();
  await Promise.all([assert.rejects(running, overloaded), assert.rejects(waiting, overloaded)]);
  await assert.rejects(run({ tenantId: 1, data: 'answer' }, leaving.signal), overloaded);
  assert.equal(await run({ tenantId: 1, data: 'answer' }, nobodyLeaves), 'here it is');

  const last = run({ tenantId: 1, data: 'loop' }, nobodyLeaves);
  const ended = assert.rejects(last, overloaded);
  await new Promise(setImmediate);
  await close();
  await ended;
});
