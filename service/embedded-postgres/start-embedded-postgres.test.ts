import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkReadiness } from './postgres-readiness.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { queryOnce } from './testing/query-once.ts';
import { createTemporaryFolder, createTestLog, startServerProcess } from './testing/server-process.ts';

const getSocket = ({ host }: { host: string }) => ({ path: join(host, '.s.PGSQL.5432') });

test('the first start creates a database, later starts find its data, and stopping ends all processes', async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const firstPostgres = await startEmbeddedPostgres({ dataDir, log: createTestLog(), maxConnections: 17 });
  t.after(firstPostgres.stop);
  assert.match(firstPostgres.version, /^18\./);
  await queryOnce(firstPostgres.connection, "create table note as select 'stored' as text");

  const readSetting = async (name: string) => (await queryOnce(firstPostgres.connection, `show ${name}`))[0];
  for (const [name, value] of Object.entries({
    listen_addresses: '',
    max_connections: '17',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    timezone: 'UTC',
  }))
    assert.equal(await readSetting(name), value, name);
  const roleQuery = 'select rolsuper or rolbypassrls from pg_roles where rolname = current_user';
  assert.deepEqual(await queryOnce(firstPostgres.connection, roleQuery), ['f']);
  assert.deepEqual(await queryOnce(firstPostgres.connection, "select lower('ÄÉ') || (U&'\\00e9' > 'z')"), [
    'äétrue',
  ]);

  await firstPostgres.stop();
  assert.equal(await checkReadiness(getSocket(firstPostgres.connection)), 'absent');
  assert.equal(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')), false);

  const log = createTestLog();
  const secondPostgres = await startEmbeddedPostgres({ dataDir, log });
  t.after(secondPostgres.stop);
  assert.deepEqual(await queryOnce(secondPostgres.connection, 'select text from note'), ['stored']);
  assert.match(log.lines.join('\n'), /^PostgreSQL 18\.\d+ has started in /);
  await secondPostgres.stop();
});

test('DATA_DIR can be any length and contain any characters', async (t) => {
  const dataDir = join(await createTemporaryFolder(t, "ronda 'test', "), 'ä'.repeat(60), 'data\n');
  const postgres = await startEmbeddedPostgres({ dataDir, log: createTestLog() });
  t.after(postgres.stop);
  assert.deepEqual(await queryOnce(postgres.connection, 'select 1'), ['1']);
  const secondPostgres = await startEmbeddedPostgres({ dataDir, log: createTestLog() });
  assert.equal(secondPostgres.connection.host, postgres.connection.host);
  await secondPostgres.stop();
  assert.ok(existsSync(postgres.connection.host));
  await postgres.stop();
  assert.equal(existsSync(postgres.connection.host), false, 'the short name of the folder is removed');
});

test('servers starting at the same time share one database, and the last one to stop also stops PostgreSQL', async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const otherServers = [startServerProcess(t, dataDir), startServerProcess(t, dataDir)];
  const log = createTestLog();
  const [postgres, connection] = await Promise.all([
    startEmbeddedPostgres({ dataDir, log }),
    ...otherServers.map(({ ready }) => ready),
  ]);
  t.after(postgres.stop);
  assert.deepEqual(connection, postgres.connection);
  const lines = [...log.lines, ...otherServers.flatMap((other) => other.lines)];
  assert.equal(lines.filter((line) => line.startsWith('Creating a PostgreSQL')).length, 1);
  assert.equal(lines.filter((line) => line.includes('has started')).length, 1);
  assert.equal(lines.filter((line) => line.includes('was running')).length, 2);

  await otherServers[0]?.stop();
  assert.deepEqual(await queryOnce(postgres.connection, 'select 1'), ['1']);
  await otherServers[1]?.kill();
  assert.deepEqual(await queryOnce(postgres.connection, 'select 1'), ['1']);
  await postgres.stop();
  assert.equal(await checkReadiness(getSocket(postgres.connection)), 'absent');
});

test('a killed first start does not prevent the next start', async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const killedServer = startServerProcess(t, dataDir);
  const temporaryName = await new Promise<string>((resolve) => {
    const check = async () => {
      const names = await readdir(join(dataDir, 'postgres')).catch(() => []);
      const name = names.find((candidate) => candidate.startsWith('initdb-'));
      if (name === undefined) setImmediate(check);
      else resolve(name);
    };
    void check();
  });
  await killedServer.kill();
  const postgres = await startEmbeddedPostgres({ dataDir, log: createTestLog() });
  t.after(postgres.stop);
  assert.deepEqual(await queryOnce(postgres.connection, 'select 1'), ['1']);
  assert.equal((await readdir(join(dataDir, 'postgres'))).includes(temporaryName), false);
  await postgres.stop();
});

test('rejects an unusable DATA_DIR, naming the folder and the reason', async (t) => {
  const file = join(await createTemporaryFolder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(startEmbeddedPostgres({ dataDir: file, log: createTestLog() }), {
    message: `DATA_DIR: ${file}/postgres cannot be used: part of the path is a file. Set it to a folder that the server's user can write to.`,
  });
});

test("reports PostgreSQL's own message and log file when a cluster cannot start", async (t) => {
  const dataDir = await createTemporaryFolder(t);
  const start = () => startEmbeddedPostgres({ dataDir, log: createTestLog() });
  await (await start()).stop();
  const clusterFolder = join(dataDir, 'postgres/cluster');

  await writeFile(join(clusterFolder, 'pg_hba.conf'), 'nonsense\n');
  await assert.rejects(start(), /did not start on .*pg_hba\.conf.*postgres\.log/);
  assert.match(await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8'), /ready to accept connections/);

  await writeFile(join(clusterFolder, 'PG_VERSION'), '17\n');
  await assert.rejects(start(), /was created by PostgreSQL 17, but this release includes PostgreSQL 18/);
});
