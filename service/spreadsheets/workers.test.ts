import assert from 'node:assert/strict';
import test from 'node:test';
import { verbatim } from '#i18n/sentence.ts';
import { runAs } from '#service/admission/caller.ts';
import { Problem } from '#service/problem.ts';
import { Unreadable } from './unreadable.ts';
import { createWorkers } from './workers.ts';

const BROKEN = verbatim('it is broken');

/** A thread that runs the action with the given name. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const actions = {
      answer: () => parentPort.postMessage({ done: 'here it is' }),
      reject: () => parentPort.postMessage({ rejected: ${JSON.stringify(BROKEN)} }),
      loop: () => { for (;;); },
      eat: () => { const hoard = []; for (;;) hoard.push(new Array(100_000).fill(0.5)); },
      fail: () => { throw new Error('an internal error'); },
      wait: () => setTimeout(() => parentPort.postMessage({ done: 'at last' }), 300),
    };
    actions[workerData]();
  `)}`,
);
const limits = {
  slots: { user: 1, tenant: 2, server: 2 },
  waiting: { user: 2, tenant: 4, server: 4 },
  turn: 2_000,
  time: 1_500,
  memory: 64,
};
const neverAborts = new AbortController().signal;
const workers = () => createWorkers(script, limits);
const tooCostly = (error: unknown) =>
  error instanceof Unreadable && /too much time or memory/.test(error.message);
const overloaded = (error: unknown) => error instanceof Problem && error.kind === 'overloaded';

test('a thread returns a result, rejects its input, or fails with an internal error', async () => {
  const { run } = workers();
  assert.equal(await run('answer', neverAborts), 'here it is');
  await assert.rejects(run('reject', neverAborts), new Unreadable(BROKEN));
  await assert.rejects(run('fail', neverAborts), /an internal error/);
});

test('a thread that never ends, or uses too much memory, is ended, and the next one runs', async () => {
  const { run } = workers();
  await assert.rejects(run('loop', neverAborts), tooCostly);
  await assert.rejects(run('eat', neverAborts), tooCostly);
  assert.equal(await run('answer', neverAborts), 'here it is');
});

test('a user has one running thread and a few waiting ones; more are rejected, and other users are not delayed', async () => {
  const { run } = workers();
  const runFor = (user: number, data: string) => runAs({ tenant: 1, user }, () => run(data, neverAborts));
  let areDone = false;
  const outcomes = Promise.allSettled([1, 1, 1, 1].map((user) => runFor(user, 'wait'))).then((settled) => {
    areDone = true;
    return settled;
  });
  assert.equal(await runFor(2, 'answer'), 'here it is');
  assert.equal(areDone, false);
  const settled = await outcomes;
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  );
  const last = settled.at(-1)!;
  assert.ok('reason' in last && last.reason instanceof Problem && last.reason.kind === 'limited');
});

test('when the client disconnects, its thread ends and its place in the queue is freed', async () => {
  const { run, close } = workers();
  const leaving = new AbortController();
  const running = run('loop', leaving.signal);
  const waiting = run('loop', leaving.signal);
  leaving.abort();
  await Promise.all([assert.rejects(running, overloaded), assert.rejects(waiting, overloaded)]);
  await assert.rejects(run('answer', leaving.signal), overloaded);
  assert.equal(await run('answer', neverAborts), 'here it is');

  const last = run('loop', neverAborts);
  const ended = assert.rejects(last, overloaded);
  await new Promise(setImmediate);
  await close();
  await ended;
});
