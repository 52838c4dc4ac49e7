import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isPostmaster } from './postmaster-process.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { queryOnce } from './testing/query-once.ts';
import { listeningLog, startServerProcess, temporaryFolder } from './testing/server-process.ts';

const pidFileOf = (dataDir: string) => join(dataDir, 'postgres/cluster/postmaster.pid');
const postmasterOf = async (dataDir: string) =>
  Number.parseInt(await readFile(pidFileOf(dataDir), 'utf8'), 10);

test('PostgreSQL outlives kill -9 of its server, and the next server finds it with every connection intact', async (t) => {
  const dataDir = await temporaryFolder(t);
  const killed = startServerProcess(t, dataDir);
  const connection = await killed.ready;
  await queryOnce(connection, "create table note as select 'kept' as text");
  const postmaster = await postmasterOf(dataDir);
  await killed.kill();

  const log = listeningLog();
  const next = await startEmbeddedPostgres({ dataDir, log });
  t.after(next.stop);
  assert.equal(await postmasterOf(dataDir), postmaster);
  assert.match(log.lines.join('\n'), /was running/);
  assert.deepEqual(await queryOnce(next.connection, 'select text from note'), ['kept']);
  await next.stop();
  assert.equal(await isPostmaster(join(dataDir, 'postgres/cluster'), postmaster), false);
});

test('PostgreSQL killed by kill -9 is started again by itself, again and again, and nothing is lost', async (t) => {
  const dataDir = await temporaryFolder(t);
  // The other process started it, this one only found it: both watch it.
  const owner = startServerProcess(t, dataDir);
  await owner.ready;
  for (const round of ['one', 'two']) {
    const log = listeningLog();
    const here = await startEmbeddedPostgres({ dataDir, log });
    t.after(here.stop);
    await queryOnce(here.connection, `create table ${round} as select 'kept' as text`);
    const killed = await postmasterOf(dataDir);
    process.kill(killed, 'SIGKILL');
    await log.until(/^PostgreSQL takes connections again/);
    assert.notEqual(await postmasterOf(dataDir), killed);
    assert.deepEqual(await queryOnce(here.connection, `select text from ${round}`), ['kept']);
    await here.stop();
    assert.deepEqual(await queryOnce(here.connection, 'select 1'), ['1'], 'the other server still uses it');
  }
  await owner.stop();
});

test('after a crash of everything the next start recovers, though a stranger was given the old process id', async (t) => {
  const dataDir = await temporaryFolder(t);
  const killed = startServerProcess(t, dataDir);
  await queryOnce(await killed.ready, "create table note as select 'kept' as text");
  const file = await readFile(pidFileOf(dataDir), 'utf8');
  await killed.kill();
  process.kill(Number.parseInt(file, 10), 'SIGKILL');
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  t.after(() => stranger.kill());
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
    await writeFile(join(dataDir, 'postgres/cluster', name), file.replace(/^\d+/, String(stranger.pid)));

  const log = listeningLog();
  const next = await startEmbeddedPostgres({ dataDir, log });
  t.after(next.stop);
  assert.match(log.lines.join('\n'), /has started/);
  assert.deepEqual(await queryOnce(next.connection, 'select text from note'), ['kept']);
  await next.stop();
  assert.equal(stranger.exitCode, null);
});

test('stopping while PostgreSQL is being started again leaves no PostgreSQL behind', async (t) => {
  const dataDir = await temporaryFolder(t);
  const log = listeningLog();
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await log.until(/^PostgreSQL has ended/);
  await postgres.stop();
  const left = await postmasterOf(dataDir).catch(() => undefined);
  assert.ok(left === undefined || !(await isPostmaster(join(dataDir, 'postgres/cluster'), left)));
});
