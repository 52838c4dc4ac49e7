import assert from 'node:assert/strict';
import test from 'node:test';
import { verbatim } from '#i18n/message.ts';
import { runAs } from '#service/admission/caller.ts';
import { Problem } from '#service/problem.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { createWorkers } from './workers.ts';

const REASON = verbatim('the file is damaged');

/** The URL of a script that performs the named action in its thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const actions = {
      respond: () => parentPort.postMessage({ result: 'result' }),
      reject: () => parentPort.postMessage({ rejection: ${JSON.stringify(REASON)} }),
      loop: () => { for (;;); },
      allocate: () => { const list = []; for (;;) list.push(new Array(100_000).fill(0.5)); },
      fail: () => { throw new Error('an internal error'); },
      wait: () => setTimeout(() => parentPort.postMessage({ result: 'result' }), 300),
    };
    actions[workerData]();
  `)}`,
);
const limits = {
  slots: { user: 1, tenant: 2, server: 2 },
  waiting: { user: 2, tenant: 4, server: 4 },
  maxWaitMs: 2_000,
  timeoutMs: 1_500,
  heapMiB: 64,
};
const noAbort = new AbortController().signal;
const createTestWorkers = () => createWorkers(script, limits);
const isTooCostly = (error: unknown) =>
  error instanceof UnreadableFileError && /too much time or memory/.test(error.message);
const isOverloaded = (error: unknown) => error instanceof Problem && error.kind === 'overloaded';

test('a thread returns a result, rejects its input or fails with an internal error', async () => {
  const { run } = createTestWorkers();
  assert.equal(await run('respond', noAbort), 'result');
  await assert.rejects(run('reject', noAbort), new UnreadableFileError(REASON));
  await assert.rejects(run('fail', noAbort), /an internal error/);
});

test('a thread that hangs or uses too much memory is terminated', async () => {
  const { run } = createTestWorkers();
  await assert.rejects(run('loop', noAbort), isTooCostly);
  await assert.rejects(run('allocate', noAbort), isTooCostly);
  assert.equal(await run('respond', noAbort), 'result');
});

test("limits on a user's running and waiting jobs do not delay other users", async () => {
  const { run } = createTestWorkers();
  const runFor = (user: number, data: string) => runAs({ tenant: 1, user }, () => run(data, noAbort));
  let isSettled = false;
  const outcomes = Promise.allSettled([1, 1, 1, 1].map((user) => runFor(user, 'wait'))).then((settled) => {
    isSettled = true;
    return settled;
  });
  assert.equal(await runFor(2, 'respond'), 'result');
  assert.equal(isSettled, false);
  const settled = await outcomes;
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  );
  const last = settled.at(-1)!;
  assert.ok('reason' in last && last.reason instanceof Problem && last.reason.kind === 'limited');
});

test('when the client disconnects, its thread is terminated and its slot is freed', async () => {
  const { run, close } = createTestWorkers();
  const controller = new AbortController();
  const running = run('loop', controller.signal);
  const waiting = run('loop', controller.signal);
  controller.abort();
  await Promise.all([assert.rejects(running, isOverloaded), assert.rejects(waiting, isOverloaded)]);
  await assert.rejects(run('respond', controller.signal), isOverloaded);
  assert.equal(await run('respond', noAbort), 'result');

  const last = run('loop', noAbort);
  const ended = assert.rejects(last, isOverloaded);
  await new Promise(setImmediate);
  await close();
  await ended;
});
