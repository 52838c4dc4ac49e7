import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockShared, tryLockExclusive, withExclusiveLock } from './process-lock.ts';
import { createTemporaryFolder } from './testing/server-process.ts';

test('a lock is either exclusive or shared', async (t) => {
  const file = join(await createTemporaryFolder(t), 'lock');
  const firstLock = lockShared(file);
  const secondLock = lockShared(file);
  assert.equal(tryLockExclusive(file), undefined);
  firstLock.release();
  firstLock.release();
  assert.equal(tryLockExclusive(file), undefined);
  secondLock.release();
  const exclusiveLock = tryLockExclusive(file);
  assert.ok(exclusiveLock);
  assert.equal(tryLockExclusive(file), undefined);
  assert.throws(() => lockShared(file));
  exclusiveLock.release();
});

test('callbacks under the same lock never run concurrently, and a failure releases the lock', async (t) => {
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
  const exclusiveLock = tryLockExclusive(file);
  const controller = new AbortController();
  const pendingWork = withExclusiveLock(file, async () => 'done', controller.signal);
  controller.abort();
  await assert.rejects(pendingWork, { name: 'AbortError' });
  exclusiveLock?.release();
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
  const exclusiveLock = tryLockExclusive(file);
  assert.ok(exclusiveLock);
  exclusiveLock.release();
});
