import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { countHashes } from '#service/testing/count-hashes.ts';
import { PASSWORD } from '#service/testing/set-password.ts';
import { CLIENT_FORM, createPasswordForm, startWithSecrets } from '#service/testing/start-with-secrets.ts';
import { deleteFailures, deleteOldFailures } from './sign-in-throttle.ts';

/** The address from which anna normally signs in. */
const HOME = '203.0.113.7';
const otherAddress = (n: number) => `198.18.${n >> 8}.${n & 255}`;

/** Starts a service behind a proxy that forwards the client's address, with a clock that can be advanced. */
const startBehindProxy = async (t: TestContext) => {
  const service = await startWithSecrets(t, { trustProxy: ['loopback'] });
  const { db } = service.database;
  const from = (address: string) => (form: Record<string, string>) =>
    service.obtain(form, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
  /** Backdates all recorded times, as if this many seconds had passed. */
  const advanceTime = async (seconds: number) => {
    await run(
      db,
      `update sign_in_throttle set last_failed_at = last_failed_at - make_interval(secs => $1),
         blocked_until = blocked_until - make_interval(secs => $1), reported_at = reported_at - make_interval(secs => $1)`,
      [seconds],
    );
    await run(
      db,
      `update sign_in_origin set last_failed_at = last_failed_at - make_interval(secs => $1),
         succeeded_at = succeeded_at - make_interval(secs => $1)`,
      [seconds],
    );
  };
  const events = async (kind: string) =>
    (
      await run<{ details: { locked?: string } }>(db, 'select details from audit_event where kind = $1', [
        kind,
      ])
    ).map(({ details }) => details.locked ?? '');
  /** Fails to sign in until the next attempt would have to wait for 32 seconds. */
  const failFrom = async (address: string, form: Record<string, string>) => {
    for (const wait of [0, 0, 0, 0, 0, 1, 2, 4, 8, 16]) {
      await advanceTime(wait);
      assert.equal((await from(address)(form)).headers.get('retry-after'), null);
    }
  };
  return { ...service, db, from, advanceTime, events, failFrom };
};

const guess = (n: number, overrides: Record<string, string> = {}) =>
  createPasswordForm({ password: `guess ${n}`, ...overrides });

/** Makes a thousand guesses within a quarter of an hour and returns how many of them were compared with a hash. */
const guessAThousandTimes = async (t: TestContext, addressOf: (n: number) => string, username: string) => {
  const service = await startBehindProxy(t);
  const hashes = countHashes(t);
  for (let n = 0; n < 1_000; n++) {
    await service.from(addressOf(n))(guess(n, { username }));
    await service.advanceTime(0.9);
  }
  return { ...service, checkedGuesses: hashes() };
};

test("of a thousand guesses at one user's password from one address, only a few are checked", async (t) => {
  const { checkedGuesses, events, from } = await guessAThousandTimes(t, () => otherAddress(0), 'anna');
  assert.ok(checkedGuesses >= 5 && checkedGuesses <= 15, `${checkedGuesses} guesses`);
  assert.deepEqual(await events('sign-in.locked'), ['this account at this address']);
  // The guesses do not keep the user from signing in from a new address.
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
});

test("of a thousand guesses at one user's password from a thousand addresses, only a few are checked", async (t) => {
  const { checkedGuesses, events, from, advanceTime } = await guessAThousandTimes(t, otherAddress, 'anna');
  assert.ok(checkedGuesses >= 10 && checkedGuesses <= 30, `${checkedGuesses} guesses`);
  assert.deepEqual(await events('sign-in.locked'), ['this account at unknown addresses']);
  const throttled = await from(HOME)(createPasswordForm());
  assert.deepEqual([throttled.status, throttled.body.error], [400, 'invalid_grant']);
  const seconds = Number(throttled.headers.get('retry-after'));
  assert.ok(seconds > 0 && seconds <= 60, `wait ${seconds} seconds`);
  await advanceTime(seconds);
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
});

test('unknown users are throttled just like existing ones', async (t) => {
  const { from } = await startBehindProxy(t);
  const hashes = countHashes(t);
  for (const username of ['anna', 'nobody']) {
    const hashesBefore = hashes();
    for (let n = 0; n < 30; n++) await from(otherAddress(n))(guess(n, { username }));
    assert.equal(hashes() - hashesBefore, 11);
    assert.ok(Number((await from(HOME)(guess(0, { username }))).headers.get('retry-after')) > 0);
  }
});

test('guesses from other addresses do not delay a user at an address where that user has signed in before', async (t) => {
  const { from, advanceTime } = await startBehindProxy(t);
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
  for (let n = 0; n < 60; n++) await from(otherAddress(n))(guess(n));
  assert.equal((await from(otherAddress(999))(createPasswordForm())).status, 400);
  for (let n = 0; n < 4; n++) {
    assert.equal((await from(HOME)(guess(n))).headers.get('retry-after'), null);
  }
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
  await advanceTime(31 * 86_400);
  for (let n = 0; n < 60; n++) await from(otherAddress(n))(guess(n));
  assert.equal((await from(HOME)(createPasswordForm())).status, 400, 'known for only a month');
});

test('the delay doubles with each failure, up to 15 minutes, and ends after a successful sign-in', async (t) => {
  const { from, advanceTime } = await startBehindProxy(t);
  const home = from(HOME);
  for (let n = 0; n < 5; n++) assert.equal((await home(guess(n))).headers.get('retry-after'), null);
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    // Real time also passes while the test is running.
    if (wait >= 8) {
      const { status, body, headers } = await home(createPasswordForm());
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(seconds > wait / 2 && seconds <= wait, `${seconds} of ${wait} seconds`);
    }
    await advanceTime(wait);
    assert.equal((await home(guess(wait))).headers.get('retry-after'), null);
  }
  await advanceTime(900);
  assert.equal((await home(createPasswordForm())).status, 200);
  for (let n = 0; n < 4; n++) await home(guess(n));
  assert.equal((await home(createPasswordForm())).status, 200);
});

test('an occasional typo never causes a delay', async (t) => {
  const { from, advanceTime, events } = await startBehindProxy(t);
  for (let n = 0; n < 12; n++) {
    assert.equal((await from(HOME)(guess(n))).headers.get('retry-after'), null);
    await advanceTime(n % 4 === 3 ? 901 : 60);
  }
  assert.deepEqual(await events('sign-in.locked'), []);
});

test('concurrent guesses are throttled like consecutive ones', async (t) => {
  const { from } = await startBehindProxy(t);
  const hashes = countHashes(t);
  await Promise.all(Array.from({ length: 45 }, (_, n) => from(HOME)(guess(n))));
  assert.ok(hashes() <= 8, `${hashes()} guesses were checked`);
});

test("guesses at many users' passwords from one address are throttled", async (t) => {
  const { from, advanceTime, events } = await startBehindProxy(t);
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
  const hashes = countHashes(t);
  const guessForManyUsers = async (address: string) => {
    for (let n = 0; n < 60; n++) await from(address)(guess(n, { username: `user${n}` }));
  };
  await guessForManyUsers('2001:db8::1');
  assert.ok(hashes() >= 30 && hashes() <= 40, `${hashes()} guesses in a moment`);
  assert.equal((await from('2001:db8:0:0:ffff::2')(createPasswordForm())).status, 400, 'the same /64');
  assert.deepEqual(await events('sign-in.locked'), ['this address']);
  await advanceTime(60);
  assert.equal((await from('2001:db8::3')(createPasswordForm())).status, 200);
  await guessForManyUsers(HOME);
  assert.equal((await from(HOME)(createPasswordForm())).status, 200, 'anna is known there');
});

test('guesses at a client secret are throttled per address, so the client can still sign in from other addresses', async (t) => {
  const { from, advanceTime, events, failFrom } = await startBehindProxy(t);
  const wrong = { ...CLIENT_FORM, client_secret: 'wrong' };
  for (let n = 0; n < 200; n++) await from(otherAddress(n))(wrong);
  assert.equal((await from(otherAddress(999))(CLIENT_FORM)).status, 200);
  await failFrom(HOME, wrong);
  const throttled = await from(HOME)(CLIENT_FORM);
  assert.deepEqual([throttled.status, throttled.body.error], [400, 'invalid_client']);
  await advanceTime(Number(throttled.headers.get('retry-after')));
  assert.equal((await from(HOME)(CLIENT_FORM)).status, 200);
  assert.deepEqual(await events('sign-in.locked'), ['this account at this address']);
});

test('many failed sign-ins in an organisation raise a single alarm, which appears in its audit log, the metrics and the server log', async (t) => {
  const {
    from,
    advanceTime,
    events,
    logLines,
    metrics: readMetrics,
    organisation,
  } = await startBehindProxy(t);
  const attack = async (first: number) => {
    for (let n = first; n < first + 130; n++)
      await from(otherAddress(n))({ ...CLIENT_FORM, client_secret: 'wrong' });
  };
  await attack(0);
  assert.equal((await events('sign-in.alarm')).length, 1);
  const metrics = await readMetrics();
  assert.match(metrics, /^ronda_sign_in_alarms_total 1$/m);
  assert.match(metrics, /^ronda_sign_ins_total\{mechanism="client secret",result="failed"\} 130$/m);
  assert.doesNotMatch(metrics, /erp|198\.18/);
  const lines = logLines
    .filter((line) => line.includes('many sign-ins are failing'))
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ level, tenantId }) => [level, tenantId]),
    [[40, organisation.tenantId]],
  );
  await advanceTime(901);
  await attack(200);
  assert.equal((await events('sign-in.alarm')).length, 2);
});

test('the metrics count sign-ins by mechanism and result', async (t) => {
  const { from, metrics: readMetrics, failFrom } = await startBehindProxy(t);
  await from(HOME)(createPasswordForm());
  await from(HOME)(CLIENT_FORM);
  await failFrom(HOME, guess(1));
  for (let n = 0; n < 2; n++) await from(HOME)(createPasswordForm());
  const metrics = await readMetrics();
  for (const [labels, count] of [
    ['mechanism="password",result="succeeded"', 1],
    ['mechanism="password",result="failed"', 10],
    ['mechanism="password",result="throttled"', 2],
    ['mechanism="client secret",result="succeeded"', 1],
  ]) {
    assert.ok(metrics.includes(`ronda_sign_ins_total{${labels}} ${count}\n`), `${labels}`);
  }
});

test("an administrator can clear a user's sign-in delays", async (t) => {
  const { from, db, failFrom } = await startBehindProxy(t);
  for (let n = 0; n < 30; n++) await from(otherAddress(n))(guess(n));
  for (let n = 0; n < 30; n++) await from(otherAddress(n))(guess(n, { username: 'bram' }));
  await inTransaction(db, (trx) => deleteFailures(trx, 'Default', 'Anna'));
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
  await failFrom(HOME, guess(1));
  assert.equal((await from(HOME)(createPasswordForm())).status, 400);
  await inTransaction(db, (trx) => deleteFailures(trx, 'default', 'anna'));
  assert.equal((await from(HOME)(createPasswordForm())).status, 200);
  assert.ok(
    (await from(HOME)(guess(0, { username: 'bram' }))).headers.get('retry-after'),
    'bram is still throttled',
  );
});

test('expired delays are deleted, and known addresses are deleted after a month', async (t) => {
  const { from, db, advanceTime } = await startBehindProxy(t);
  const countStoredRows = async () => {
    await deleteOldFailures(db);
    const [row] = await run<{ waits: number; origins: number }>(
      db,
      `select (select count(*)::integer from sign_in_throttle) as waits,
              (select count(*)::integer from sign_in_origin) as origins where $1`,
      [true],
    );
    return [row!.waits, row!.origins];
  };
  await from(HOME)(createPasswordForm());
  await from(otherAddress(1))(guess(1));
  // There are three delays (for the account, the address and the organisation), and two addresses from which anna
  // has tried to sign in.
  assert.deepEqual(await countStoredRows(), [3, 2]);
  await advanceTime(13 * 3_600);
  assert.deepEqual(await countStoredRows(), [0, 1]);
  await advanceTime(30 * 86_400);
  assert.deepEqual(await countStoredRows(), [0, 0]);
});

test('the message is the same for a wrong user name, password or tenancy name, and each attempt hashes one password', async (t) => {
  const { from } = await startBehindProxy(t);
  const hashes = countHashes(t);
  const first = await from(HOME)(guess(0));
  for (const [n, overrides] of [
    { username: 'nobody' },
    { password: 'wrong' },
    { tenancyName: 'other' },
    { username: 'gone', password: PASSWORD },
    { username: 'erp' },
    { username: 'bram' },
  ].entries()) {
    const hashesBefore = hashes();
    const { status, body, headers } = await from(otherAddress(n))(createPasswordForm(overrides));
    assert.deepEqual([status, body, headers.get('retry-after')], [400, first.body, null]);
    assert.equal(body.error, 'invalid_grant');
    assert.equal(hashes() - hashesBefore, 1, JSON.stringify(overrides));
  }
});
