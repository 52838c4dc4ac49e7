import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { TASK_STATES } from '#contract/task.ts';
import { run } from '#service/database/statement.ts';
import { openFiles } from '#service/files/open-files.ts';
import { ensureFirstAdministrator } from '#service/provisioning/first-administrator.ts';
import {
  createDatabase,
  openTestDatabase,
  registerDatabase,
  type TestDatabase,
} from '#service/testing/create-database.ts';
import { hasCurl } from '#service/testing/documented-scripts.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { serveDatabase } from '#service/testing/start-service.ts';
import { readDemoSecrets } from './demo-secrets.ts';
import { OUTCOMES } from './plan-demo-tasks.ts';
import { prepareDemo } from './prepare-demo.ts';

const execute = promisify(execFile);
const dependencies = createTestDependencies();
const now = new Date('2026-11-20T09:30:00Z');

const createFolder = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-demo-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
};

const prepare = async (database: TestDatabase, dataDir: string) => {
  const files = await openFiles({ folder: join(dataDir, 'files') });
  return prepareDemo(database.db, { ...dependencies, dataDir, files, now, progress: { write: () => {} } });
};

test('creates the complete demo once; the printed commands and those in the README create, read and follow a task', async (t) => {
  const database = await openTestDatabase();
  const closeFunctions: (() => Promise<unknown>)[] = [database.drop];
  t.after(async () => {
    for (const close of closeFunctions.reverse()) await close();
  });
  await registerDatabase(database);
  const dataDir = await createFolder(t);
  const { db } = database;
  const countStates = () =>
    run(
      db,
      // Excludes follow-up tasks for failed answers.
      `select state, count(*) from task where tenant_id = $1 and starts_with(external_id, 'DEMO-')
       group by state order by state`,
      [1],
    );

  // Reproduces the state that `npm start` leaves behind.
  await ensureFirstAdministrator(db, dependencies.passwords);
  const formatLines = await prepare(database, dataDir);
  const counts = [
    OUTCOMES.New,
    OUTCOMES.Assigned + OUTCOMES.Restarted,
    OUTCOMES.Active,
    OUTCOMES.Closed,
    OUTCOMES.Canceled,
  ];
  const expected = TASK_STATES.map((_, state) => ({ state, count: counts[state] }));
  assert.deepEqual(await countStates(), expected);

  const [{ followUps, failed }] = (await run(
    db,
    `select (select count(*) from follow_up where task_id is not null) as "followUps",
            (select count(*) from inspection where failed_count > 0) as failed`,
    [],
  )) as [{ followUps: number; failed: number }];
  assert.ok(followUps > 10 && followUps < 150, `${followUps} follow-ups`);
  assert.ok(failed >= followUps && failed < 300, `${failed} inspections with failed answers`);

  const [pictures] = await run<{ complete: number; inspections: number }>(
    db,
    `select count(*) as complete, count(distinct inspection_id) as inspections from upload where state = 1`,
    [],
  );
  assert.equal(pictures!.inspections, 24);
  assert.ok(pictures!.complete >= 72, `${pictures!.complete} pictures`);

  const years = await run<{ answered: number; different: number }>(
    db,
    `select count(*) as answered, count(*) filter (where answer.value <> item.attributes -> 'BuiltIn') as different
     from answer join item on item.tenant_id = answer.tenant_id and item.item_id = answer.item_id
     where answer.tenant_id = $1 and answer.field = 'BuiltIn'`,
    [1],
  );
  assert.equal(years[0]!.different, 0, 'bridges with two years of construction');
  assert.ok(years[0]!.answered > 50);

  const [impossible] = await run<{ inspections: number; neverSignedIn: number }>(
    db,
    `select (select count(*) from inspection join workbook_version using (tenant_id)
             where version_id = workbook_version_id and started_at < workbook_version.created_at) as inspections,
            (select count(*) from app_user where not is_service and is_active and last_signed_in_at is null)
              as "neverSignedIn"`,
    [],
  );
  assert.deepEqual(impossible, { inspections: 0, neverSignedIn: 0 });

  const countDevices = () =>
    run(
      db,
      `select count(*) as devices, count(unsent_since) as unsent, count(erasure_requested_at) as "toBeErased"
       from device where tenant_id = $1`,
      [1],
    );
  const devices = [{ devices: 7, unsent: 4, toBeErased: 1 }];
  assert.deepEqual(await countDevices(), devices);

  // Simulates an earlier build's first start, interrupted before the last tasks.
  await deleteTeamTasks(db);
  const earlierFields = JSON.stringify([{ name: 'Remark', type: 'text' }]);
  await run(db, `update workbook_version set fields = $1, version = '0.9' where version_code = 1`, [
    earlierFields,
  ]);
  const formatLinesAgain = await prepare(database, dataDir);
  assert.deepEqual(await countStates(), expected);
  assert.deepEqual(await countDevices(), devices);
  assert.deepEqual(formatLinesAgain('http://localhost'), formatLines('http://localhost'));
  const versions = await run(
    db,
    'select distinct version, fields::text from workbook_version where version_code = 1',
    [],
  );
  assert.deepEqual(versions, [{ version: '0.9', fields: '[{"name": "Remark", "type": "text"}]' }]);

  const { url, close } = await serveDatabase(database);
  closeFunctions.push(close);
  const lines = formatLines(url).filter((line) => /^(TOKEN=|curl )/.test(line));
  assert.equal(lines.length, 4);
  if (!(await hasCurl())) return t.diagnostic('the commands were not run: curl is not installed');
  const { stdout } = await execute('bash', ['-c', lines.join('; echo; ')]);
  const [createdTask, readTask, changes] = stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  assert.deepEqual([createdTask.success, createdTask.error], [true, null]);
  assert.equal(readTask.result.state, 'Assigned');
  assert.equal(readTask.result.title, 'Inspect the railing');
  assert.equal(changes.result.results[0].externalId, readTask.result.externalId);

  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const commands = /^TOKEN=.*?(?=^```)/ms
    .exec(readme)![0]
    .replaceAll('http://127.0.0.1:8080', url)
    .replace('data/demo-client-secret', join(dataDir, 'demo-client-secret'));
  const { stdout: responses } = await execute('bash', ['-c', commands]);
  assert.match(responses, /"success":true.*"externalId":"WO-1".*"nextLink":.*"success":true/s);
});

const deleteTeamTasks = async (db: TestDatabase['db']) => {
  const newTasks = await run<{ task_id: string }>(
    db,
    `select task_id from task where tenant_id = $1 and state = 0 and starts_with(external_id, 'DEMO-')`,
    [1],
  );
  const values = [1, newTasks.map(({ task_id }) => task_id)];
  await run(db, 'delete from task_item where tenant_id = $1 and task_id = any($2::uuid[])', values);
  await run(db, 'delete from task where tenant_id = $1 and task_id = any($2::uuid[])', values);
};

test('rejects a database that contains another organisation', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  await createOrganisation(database.db);
  await assert.rejects(
    prepare(database, await createFolder(t)),
    /contains an organisation other than the demo.*set DATA_DIR/,
  );
});

test("demo secrets are random, readable only by the server's user, and regenerated when a file is lost", async (t) => {
  const dataDir = join(await createFolder(t), 'data');
  const firstSecrets = await readDemoSecrets(dataDir);
  assert.match(firstSecrets.password, /^[A-Za-z0-9]{24}$/);
  assert.deepEqual(await readDemoSecrets(dataDir), firstSecrets);
  const file = join(dataDir, 'demo-password');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await rm(file);
  const secondSecrets = await readDemoSecrets(dataDir);
  assert.notEqual(secondSecrets.password, firstSecrets.password);
  assert.equal(secondSecrets.clientSecret, firstSecrets.clientSecret);
});
