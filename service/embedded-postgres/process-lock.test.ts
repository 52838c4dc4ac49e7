import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockShared, tryLockAlone, whileLocked } from './process-lock.ts';
import { temporaryFolder } from './testing/server-process.ts';

test('one process holds a lock alone, any number hold it together', async (t) => {
  const file = join(await temporaryFolder(t), 'lock');
  const first = lockShared(file);
  const second = lockShared(file);
  assert.equal(tryLockAlone(file), undefined);
  first.release();
  first.release();
  assert.equal(tryLockAlone(file), undefined);
  second.release();
  const alone = tryLockAlone(file);
  assert.ok(alone);
  assert.equal(tryLockAlone(file), undefined);
  assert.throws(() => lockShared(file));
  alone.release();
});

test('what is done under a lock is done one after the other, and a failure frees it', async (t) => {
  const file = join(await temporaryFolder(t), 'lock');
  const order: string[] = [];
  const work = (name: string) =>
    whileLocked(file, async () => {
      order.push(`${name} in`);
      await new Promise(setImmediate);
      order.push(`${name} out`);
      throw new Error(name);
    });
  const results = await Promise.allSettled([work('a'), work('b'), work('c')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  for (let at = 0; at < order.length; at += 2)
    assert.equal(order[at]?.replace('in', 'out'), order[at + 1], order.join(', '));
});

test('who waits for a lock can give up', async (t) => {
  const file = join(await temporaryFolder(t), 'lock');
  const alone = tryLockAlone(file);
  const giveUp = new AbortController();
  const waiting = whileLocked(file, async () => 'done', giveUp.signal);
  giveUp.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  alone?.release();
});

test('kill -9 of its holder frees a lock', async (t) => {
  const file = join(await temporaryFolder(t), 'lock');
  const program = `
    import { lockShared } from '#service/embedded-postgres/process-lock.ts';
    lockShared(process.argv[1]);
    process.on('message', () => {});
    process.send('held');
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(holder, 'message');
  assert.equal(tryLockAlone(file), undefined);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const alone = tryLockAlone(file);
  assert.ok(alone);
  alone.release();
});
