import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');

const createFolder = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-target-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Runs a Ronda command with just these environment variables. */
const runRonda = async (environment: Record<string, string>, ...args: string[]) => {
  const child = spawn(process.execPath, ['service/ronda.js', ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, code: code as number };
};

for (const args of [['restore'], ['backup', 'verify']]) {
  test(`ronda ${args.join(' ')} reports an unreachable target in one line, without its access keys`, async (t) => {
    const closed = `127.0.0.1:${await findClosedPort()}`;
    const target = `s3://ACCESS:SECRET@${closed}/bucket/prefix?tls=false`;
    assert.deepEqual(await runRonda({ DATA_DIR: await createFolder(t) }, ...args, target), {
      code: 1,
      stderr: `The target s3://${closed}/bucket/prefix could not be read: connect ECONNREFUSED ${closed}\n`,
    });
  });
}

test('a target is rejected if it is empty, has an unknown scheme, or is inside one of the server’s folders', async (t) => {
  const [dataDir, outside] = [await createFolder(t), await createFolder(t)];
  await mkdir(join(dataDir, 'files'));
  await symlink(join(dataDir, 'files'), join(outside, 'link'));
  const initialFiles = await readdir(dataDir, { recursive: true });
  const rejected: [target: string, reason: RegExp][] = [
    ['', /^TARGET is empty/],
    ['ftp://host/folder', /^TARGET is not a file location/],
    [dataDir, /it is inside .*DATA_DIR/],
    [join(dataDir, 'backups'), /it is inside .*DATA_DIR/],
    [join(outside, 'link', 'backups'), /it is inside .*DATA_DIR/],
  ];
  for (const [target, reason] of rejected) {
    const { code, stderr } = await runRonda({ DATA_DIR: dataDir }, 'backup', target);
    assert.equal(code, 2, target);
    assert.match(stderr, reason);
  }
  const { code, stderr } = await runRonda(
    { DATA_DIR: dataDir, BACKUP_TO: join(dataDir, 'backups'), BACKUP_AT: '0 3 * * *' },
    'start',
  );
  assert.equal(code, 2, 'the server does not start with this schedule');
  assert.match(stderr, /it is inside .*DATA_DIR/);
  assert.deepEqual(await readdir(dataDir, { recursive: true }), initialFiles);
});

test('the server does not start if a restore was killed before creating the database', async (t) => {
  const dataDir = await createFolder(t);
  await writeFile(join(dataDir, 'restore-unfinished'), '');
  const { code, stderr } = await runRonda({ DATA_DIR: dataDir, PORT: '0' }, 'start');
  assert.equal(code, 1);
  assert.match(stderr, /did not finish\. Run ronda restore again/);
  assert.ok(!(await readdir(dataDir)).includes('postgres'));
});

const findClosedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return address.port;
};
