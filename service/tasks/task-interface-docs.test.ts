import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { taskBody } from '#service/testing/caller.ts';
import { hasCurl, runPage } from '#service/testing/documented-scripts.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

/** Creates a service user with an API token, as an administrator would for an application. */
const createClient = async ({ as }: TestService) => {
  const admin = await as('admin');
  const user = { userName: 'assets', name: 'Asset register', isService: true, roles: ['Integration'] };
  const { body: createdUser } = await admin.post('/api/v1/users', user);
  const { body } = await admin.post(`/api/v1/users/${createdUser.id}/tokens`, { label: 'production' });
  return { CLIENT_ID: String(body.clientId), CLIENT_SECRET: String(body.clientSecret) };
};

const createFolder = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
};

test('the commands on the task interface page work as written and return the responses shown', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('skipped: the commands need curl');
  const service = await startService(t);
  const [erp, anna] = [await service.as('erp'), await service.as('anna')];
  await erp.task('post', taskBody({ externalId: 'WO-1002' }));
  const { body } = await erp.get('/api/services/custom/externaltask/getall');
  await anna.post(`/api/v1/tasks/${body.result.results[0].id}/start`);
  const settings = { URL: service.url, ...(await createClient(service)) };
  const folder = await createFolder(t);
  assert.ok((await runPage('integrate/task-interface.md', { settings, folder })) > 10);
});

test('the command on the change feed page returns the response shown', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('skipped: the command needs curl');
  const service = await startService(t);
  const { database, organisation } = service;
  await (await service.as('erp')).task(
    'post',
    taskBody({ externalId: 'WO-1001', dueDate: '2026-12-01T16:00:00.000Z' }),
  );
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.erp!);
  const settings = { URL: service.url, TOKEN: token };
  assert.equal(await runPage('integrate/change-feed.md', { settings, folder: await createFolder(t) }), 1);
});

test('the program on the change feed page keeps a copy of all tasks, even after being killed', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const docsPage = await readFile(new URL('../../docs/integrate/change-feed.md', import.meta.url), 'utf8');
  const program = /^```js\n(.*?)^```$/ms.exec(docsPage)![1]!;
  const cwd = await createFolder(t);
  await writeFile(join(cwd, 'follow.mjs'), program);
  const env = { ...process.env, SERVER: service.url, ...(await createClient(service)) };

  /** Runs the program until its copy has the expected titles. */
  const followUntil = async (...titles: string[]) => {
    const follower = spawn(process.execPath, ['follow.mjs'], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exitEvent = once(follower, 'exit');
    const deadline = Date.now() + 60_000;
    try {
      for (;;) {
        const copy = await readFile(join(cwd, 'copy.json'), 'utf8').catch(() => '{"tasks":{}}');
        const copiedTasks = Object.values<{ title: string }>(JSON.parse(copy).tasks);
        const copiedTitles = copiedTasks.map(({ title }) => title);
        if (copiedTitles.sort().join() === titles.join()) return;
        assert.equal(follower.exitCode, null, 'the program has exited');
        assert.ok(Date.now() < deadline, `the copy contains ${copiedTitles.join()}`);
        await pause(20);
      }
    } finally {
      follower.kill('SIGKILL');
      await exitEvent;
    }
  };
  for (const externalId of ['WO-1', 'WO-2'])
    await erp.task('post', taskBody({ externalId, title: externalId }));
  await followUntil('WO-1', 'WO-2');
  await erp.task('put', taskBody({ externalId: 'WO-1', title: 'WO-1, changed' }));
  await erp.task('delete', { externalTaskIds: ['WO-2'] });
  await followUntil('WO-1, changed');
});
