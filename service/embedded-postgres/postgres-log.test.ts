import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { limitLogSize, openLog, readLogFrom } from './postgres-log.ts';
import { createTemporaryFolder } from './testing/server-process.ts';

test("PostgreSQL's log is capped: older lines move to a second file, and PostgreSQL can continue writing", async (t) => {
  const file = join(await createTemporaryFolder(t), 'postgres.log');
  await writeFile(file, 'x'.repeat(11 * 1024 * 1024));
  const { handle, length } = await openLog(file);
  assert.equal(length, 0);
  assert.equal((await stat(`${file}.1`)).size, 11 * 1024 * 1024);
  await handle.write('y'.repeat(11 * 1024 * 1024));
  await limitLogSize(file);
  await handle.write('new');
  assert.equal(await readFile(file, 'utf8'), 'new');
  await handle.close();
});

test('reads only the errors of the latest start, without times and process IDs', async (t) => {
  const file = join(await createTemporaryFolder(t), 'postgres.log');
  await writeFile(file, '2026-11-21 03:15:52.663 UTC [1] FATAL:  an older error\n');
  const { handle, length } = await openLog(file);
  await handle.write('2026-11-21 03:15:52.663 UTC [12062] FATAL:  the disk is gone\n');
  await handle.write('2026-11-21 03:15:52.664 UTC [12062] LOG:  database system is shut down\n');
  await handle.close();
  assert.equal(
    await readLogFrom(file, length),
    'FATAL:  the disk is gone LOG:  database system is shut down',
  );
});
