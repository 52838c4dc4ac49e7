import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createCaller } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NEW_PASSWORD = 'correct horse battery';

type Outcome = { code: number; stdout: string; stderr: string };

const start = (environment: Record<string, string>, args: readonly string[]) =>
  spawn(process.execPath, ['service/ronda.js', ...args], {
    cwd: ROOT,
    env: { LOG_LEVEL: 'warn', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** Runs a command in a separate process, as an operator would. */
const createCommandRunner =
  (environment: Record<string, string>) =>
  async (args: string, input = ''): Promise<Outcome> => {
    const child = start(environment, args.split(' '));
    child.stdin.end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, stdout, stderr };
  };

const setUp = async (t: TestContext) => {
  const service = await startService(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-commands-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { host, port = 5432, user, database } = service.database.connection;
  const parameters = new URLSearchParams({ host, port: String(port) });
  const command = createCommandRunner({
    DATABASE_URL: `postgres://${user}@localhost/${database}?${parameters}`,
    DATA_DIR: dataDir,
  });
  return { service, command, ...(await manage(service)) };
};

const signIn = async (url: string, form: Record<string, string>) => {
  const response = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const body = (await response.json()) as { access_token: string };
  return { status: response.status, caller: createCaller(url, body.access_token) };
};

const createPasswordForm = (username: string, password: string) => ({
  grant_type: 'password',
  username,
  password,
  tenancyName: 'default',
});

const findPassword = (stdout: string) => /^Password \(shown only now\): (\S{24})$/m.exec(stdout)?.[1] ?? '';

test('a user created on the command line can sign in with the printed password', async (t) => {
  const { service, command, admin, events } = await setUp(t);
  const { code, stdout, stderr } = await command(
    'user create Dirk --name Dirk --surname Boer --email dirk@example.org --role Inspector --role viewer',
  );
  assert.deepEqual([code, stderr], [0, '']);
  const { status, caller } = await signIn(service.url, createPasswordForm('dirk', findPassword(stdout)));
  assert.equal(status, 200);
  const { id, roles, surname } = (await caller.get('/api/v1/me')).body;
  assert.deepEqual([roles, surname], [['Inspector', 'Viewer'], 'Boer']);
  const logged = await events(`targetType=user&targetId=${id}`);
  assert.deepEqual(
    logged.map(({ kind, channel, actorName }) => [kind, channel, actorName]),
    [
      ['user.created', 'command line', null],
      ['user.roles-changed', 'command line', null],
    ],
  );
  assert.ok(!JSON.stringify(logged).includes(findPassword(stdout)));
  assert.equal((await admin.get(`/api/v1/users/${id}`)).body.emailAddress, 'dirk@example.org');
});

test('resetting a forgotten password also lifts the lockout caused by earlier wrong passwords', async (t) => {
  const { service, command, events } = await setUp(t);
  await setPassword(service, 'anna');
  const anna = await service.as('anna');
  for (let guess = 0; guess < 7; guess++)
    await signIn(service.url, createPasswordForm('anna', `wrong ${guess}`));
  const { code, stdout } = await command('user reset-password ANNA --password-stdin', `${NEW_PASSWORD}\n`);
  assert.equal(code, 0);
  assert.ok(!stdout.includes(NEW_PASSWORD));
  service.services.actors.clear();
  assert.equal((await anna.get('/api/v1/me')).status, 401);
  assert.equal((await signIn(service.url, createPasswordForm('anna', NEW_PASSWORD))).status, 200);
  const [event] = await events('kind=password.set');
  assert.deepEqual([event!.channel, event!.targetName], ['command line', 'anna']);

  const disabled = await command('user reset-password gone');
  assert.equal(disabled.code, 0);
  assert.match(disabled.stdout, /^gone is disabled/m);
  assert.equal(
    (await signIn(service.url, createPasswordForm('gone', findPassword(disabled.stdout)))).status,
    400,
  );
});

test('an application can sign in with the JSON document printed by the command line', async (t) => {
  const { service, command } = await setUp(t);
  assert.equal((await command('user create bot --service --role Integration')).code, 0);
  const { code, stdout } = await command('token create bot --label ERP --expires-in-days 30');
  assert.equal(code, 0);
  const { clientId, clientSecret, ...rest } = JSON.parse(stdout);
  assert.deepEqual(rest, {});
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  assert.equal((await signIn(service.url, form)).status, 200);
  await command('token create bot');
  const third = await command('token create bot');
  assert.deepEqual([third.code, third.stdout], [2, '']);
  assert.match(third.stderr, /already has two API tokens/);
});

test('a command with an invalid argument exits with code 2, explains the error and changes nothing', async (t) => {
  const { command, admin } = await setUp(t);
  const countUsers = async () => (await admin.get('/api/v1/users')).body.users.length;
  const initialCount = await countUsers();
  for (const [args, input, message] of [
    ['user create anna', '', /already a user with the user name 'anna'/],
    ['user create d!rk --email nobody', '', /letters and digits[\s\S]*email address/],
    ['user create dirk --role Inspectr', '', /Did you mean 'Inspector'\?/],
    ['user create dirk --tenant defalt', '', /Did you mean 'default'\?/],
    ['user create dirk --password-stdin', 'short', /at least 8/],
    ['user create dirk --password-stdin', `${NEW_PASSWORD}\n${NEW_PASSWORD}\n`, /must be one line/],
    ['user create dirk --password-stdin', `${NEW_PASSWORD}\0`, /U\+0000/],
    [`token create erp --label ${'x'.repeat(257)}`, '', /label may have at most 256 characters/],
    ['user reset-password ana', '', /Did you mean 'anna'\?/],
    ['token create anna', '', /anna is a person/],
    ['token create anna --expires-in-days 0', '', /1 to 3650/],
  ] as const) {
    const { code, stdout, stderr } = await command(args, input);
    assert.deepEqual([code, stdout], [2, ''], args);
    assert.match(stderr, message);
    assert.ok(!stderr.includes('    at '), stderr);
  }
  assert.equal(await countUsers(), initialCount);
});

test('every command documents its options and exit codes', async () => {
  const command = createCommandRunner({});
  for (const args of ['user create', 'user reset-password', 'token create']) {
    const { code, stdout } = await command(`${args} --help`);
    assert.equal(code, 0);
    assert.match(stdout, /--tenant <name>[\s\S]*Exit codes: 0 success, 1 failure, 2/);
  }
});

test('commands work while a server with embedded PostgreSQL is running, and the server applies their changes', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-commands-'));
  const environment = { DATA_DIR: dataDir, PORT: '0' };
  const command = createCommandRunner(environment);
  const failure = await command('user create anna');
  assert.equal(failure.code, 2);
  assert.match(failure.stderr, /no organisation yet/);

  const server = start(environment, ['start']);
  t.after(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });
  let url = '';
  for await (const line of createInterface(server.stdout)) {
    url = /^Ronda is ready at (\S+)$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  const { code, stdout, stderr } = await command('user create anna --role Administrator');
  assert.deepEqual([code, stderr], [0, '']);
  const { status, caller } = await signIn(url, createPasswordForm('anna', findPassword(stdout)));
  assert.equal(status, 200);
  assert.equal((await caller.get('/api/v1/users')).status, 200);
  assert.equal((await command('user reset-password anna')).code, 0);
  // The notification to the server may still be in transit when the command exits.
  const deadline = performance.now() + 5_000;
  while ((await caller.get('/api/v1/me')).status !== 401) assert.ok(performance.now() < deadline);
});
