import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isPostmaster } from './postmaster-process.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { queryOnce } from './testing/query-once.ts';
import { createTemporaryFolder, createTestLog, startServerProcess } from './testing/server-process.ts';

const getPidFile = (dataDir: string) => join(dataDir, 'postgres/cluster/postmaster.pid');
const readPostmasterId = async (dataDir: string) =>
  Number.parseInt(await readFile(getPidFile(dataDir), 'utf8'), 10);

test('PostgreSQL survives kill -9 of the server, and the next server uses the same instance', async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const killedServer = startServerProcess(t, dataDir);
  const connection = await killedServer.ready;
  await queryOnce(connection, "create table note as select 'stored' as text");
  const postmasterId = await readPostmasterId(dataDir);
  await killedServer.kill();

  const log = createTestLog();
  const nextPostgres = await startEmbeddedPostgres({ dataDir, log });
  t.after(nextPostgres.stop);
  assert.equal(await readPostmasterId(dataDir), postmasterId);
  assert.match(log.lines.join('\n'), /was running/);
  assert.deepEqual(await queryOnce(nextPostgres.connection, 'select text from note'), ['stored']);
  await nextPostgres.stop();
  assert.equal(await isPostmaster(join(dataDir, 'postgres/cluster'), postmasterId), false);
});

test('PostgreSQL restarts automatically after each kill -9 without data loss', async (t) => {
  const dataDir = await createTemporaryFolder(t);
  // Another process starts PostgreSQL, and both processes then watch it.
  const owner = startServerProcess(t, dataDir);
  await owner.ready;
  for (const table of ['one', 'two']) {
    const log = createTestLog();
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    t.after(postgres.stop);
    await queryOnce(postgres.connection, `create table ${table} as select 'stored' as text`);
    const killedId = await readPostmasterId(dataDir);
    process.kill(killedId, 'SIGKILL');
    await log.waitFor(/^PostgreSQL accepts connections again/);
    assert.notEqual(await readPostmasterId(dataDir), killedId);
    assert.deepEqual(await queryOnce(postgres.connection, `select text from ${table}`), ['stored']);
    await postgres.stop();
    assert.deepEqual(
      await queryOnce(postgres.connection, 'select 1'),
      ['1'],
      'the other server still uses it',
    );
  }
  await owner.stop();
});

test("the next start recovers from a machine crash, even if another process now has PostgreSQL's old process ID", async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const killedServer = startServerProcess(t, dataDir);
  await queryOnce(await killedServer.ready, "create table note as select 'stored' as text");
  const file = await readFile(getPidFile(dataDir), 'utf8');
  await killedServer.kill();
  process.kill(Number.parseInt(file, 10), 'SIGKILL');
  const otherProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  t.after(() => otherProcess.kill());
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
    await writeFile(join(dataDir, 'postgres/cluster', name), file.replace(/^\d+/, String(otherProcess.pid)));

  const log = createTestLog();
  const nextPostgres = await startEmbeddedPostgres({ dataDir, log });
  t.after(nextPostgres.stop);
  assert.match(log.lines.join('\n'), /has started/);
  assert.deepEqual(await queryOnce(nextPostgres.connection, 'select text from note'), ['stored']);
  await nextPostgres.stop();
  assert.equal(otherProcess.exitCode, null);
});

test('stopping the server during a PostgreSQL restart leaves no PostgreSQL process running', async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const log = createTestLog();
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  process.kill(await readPostmasterId(dataDir), 'SIGKILL');
  await log.waitFor(/^PostgreSQL has exited/);
  await postgres.stop();
  const remainingId = await readPostmasterId(dataDir).catch(() => undefined);
  assert.ok(
    remainingId === undefined || !(await isPostmaster(join(dataDir, 'postgres/cluster'), remainingId)),
  );
});
