import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockShared, tryLockExclusive, withExclusiveLock } from './process-lock.ts';
import { createTemporaryFolder } from './testing/server-process.ts';

test('a lock is either exclusive or shared by several processes', async (t) => {
  const file = join(await createTemporaryFolder(t), 'lock');
  const first = lockShared(file);
  const second = lockShared(file);
  assert.equal(tryLockExclusive(file), undefined);
  first.release();
  first.release();
  assert.equal(tryLockExclusive(file), undefined);
  second.release();
  const exclusive = tryLockExclusive(file);
  assert.ok(exclusive);
  assert.equal(tryLockExclusive(file), undefined);
  assert.throws(() => lockShared(file));
  exclusive.release();
});

test('callbacks with the same lock never run concurrently, and a failure releases the lock', async (t) => {
  const file = join(await createTemporaryFolder(t), 'lock');
  const order: string[] = [];
  const work = (name: string) =>
    withExclusiveLock(file, async () => {
      order.push(`${name} start`);
      await new Promise(setImmediate);
      order.push(`${name} end`);
      throw new Error(name);
    });
  const results = await Promise.allSettled([work('a'), work('b'), work('c')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  for (let index = 0; index < order.length; index += 2)
    assert.equal(order[index]?.replace('start', 'end'), order[index + 1], order.join(', '));
});

test('waiting for a lock can be aborted', async (t) => {
  const file = join(await createTemporaryFolder(t), 'lock');
  const exclusive = tryLockExclusive(file);
  const controller = new AbortController();
  const waiting = withExclusiveLock(file, async () => 'done', controller.signal);
  controller.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  exclusive?.release();
});

test('kill -9 of a process releases its lock', async (t) => {
  const file = join(await createTemporaryFolder(t), 'lock');
  const program = `
    import { lockShared } from '#service/embedded-postgres/process-lock.ts';
    lockShared(process.argv[1]);
    process.on('message', () => {});
    process.send('held');
  `;
  const lockingProcess = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(lockingProcess, 'message');
  assert.equal(tryLockExclusive(file), undefined);
  lockingProcess.kill('SIGKILL');
  await once(lockingProcess, 'exit');
  const exclusive = tryLockExclusive(file);
  assert.ok(exclusive);
  exclusive.release();
});
