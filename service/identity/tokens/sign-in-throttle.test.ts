import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { countHashes } from '#service/testing/count-hashes.ts';
import { PASSWORD } from '#service/testing/give-password.ts';
import { client, password, startWithSecrets } from '#service/testing/start-with-secrets.ts';
import { forgetFailures, forgetOldFailures } from './sign-in-throttle.ts';

/** Anna's address, and any number of those of strangers. */
const HOME = '203.0.113.7';
const stranger = (n: number) => `198.18.${n >> 8}.${n & 255}`;

/** A service behind a proxy that says from which address a form comes, and a clock that can be put forward. */
const startBehindProxy = async (t: TestContext) => {
  const service = await startWithSecrets(t, { trustProxy: ['loopback'] });
  const { db } = service.database;
  const from = (address: string) => (form: Record<string, string>) =>
    service.obtain(form, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
  /** As if all that has happened had happened so many seconds earlier. */
  const pass = async (seconds: number) => {
    await run(
      db,
      `update sign_in_throttle set last_failed_at = last_failed_at - make_interval(secs => $1),
         blocked_until = blocked_until - make_interval(secs => $1), told_at = told_at - make_interval(secs => $1)`,
      [seconds],
    );
    await run(
      db,
      `update sign_in_origin set last_failed_at = last_failed_at - make_interval(secs => $1),
         succeeded_at = succeeded_at - make_interval(secs => $1)`,
      [seconds],
    );
  };
  const acts = async (kind: string) =>
    (
      await run<{ details: { waits?: string } }>(db, 'select details from audit_event where kind = $1', [
        kind,
      ])
    ).map(({ details }) => details.waits ?? '');
  /** Fails until it has to wait for half a minute. */
  const failFrom = async (address: string, form: Record<string, string>) => {
    for (const wait of [0, 0, 0, 0, 0, 1, 2, 4, 8, 16]) {
      await pass(wait);
      assert.equal((await from(address)(form)).headers.get('retry-after'), null);
    }
  };
  return { ...service, db, from, pass, acts, failFrom };
};

const guess = (n: number, differences: Record<string, string> = {}) =>
  password({ password: `guess ${n}`, ...differences });

/** Of a thousand guesses, spread over a quarter of an hour, how many were compared with anything. */
const guessAThousandTimes = async (t: TestContext, addressOf: (n: number) => string, username: string) => {
  const service = await startBehindProxy(t);
  const hashes = countHashes(t);
  for (let n = 0; n < 1_000; n++) {
    await service.from(addressOf(n))(guess(n, { username }));
    await service.pass(0.9);
  }
  return { ...service, hashed: hashes() };
};

test('of a thousand guesses from one address at one user, few are looked at', async (t) => {
  const { hashed, acts, from } = await guessAThousandTimes(t, () => stranger(0), 'anna');
  assert.ok(hashed >= 5 && hashed <= 15, `${hashed} guesses`);
  assert.deepEqual(await acts('sign-in.slowed'), ['this account at this address']);
  // Nor does one who guesses keep her from signing in where she never was before.
  assert.equal((await from(HOME)(password())).status, 200);
});

test('of a thousand guesses from a thousand addresses at one user, few are looked at', async (t) => {
  const { hashed, acts, from, pass } = await guessAThousandTimes(t, stranger, 'anna');
  assert.ok(hashed >= 10 && hashed <= 30, `${hashed} guesses`);
  assert.deepEqual(await acts('sign-in.slowed'), ['this account at unknown addresses']);
  const early = await from(HOME)(password());
  assert.deepEqual([early.status, early.body.error], [400, 'invalid_grant']);
  const seconds = Number(early.headers.get('retry-after'));
  assert.ok(seconds > 0 && seconds <= 60, `wait ${seconds} seconds`);
  await pass(seconds);
  assert.equal((await from(HOME)(password())).status, 200);
});

test('a user whom nobody is has to wait as one who exists', async (t) => {
  const { from } = await startBehindProxy(t);
  const hashes = countHashes(t);
  for (const username of ['anna', 'nobody']) {
    const before = hashes();
    for (let n = 0; n < 30; n++) await from(stranger(n))(guess(n, { username }));
    assert.equal(hashes() - before, 11);
    assert.ok(Number((await from(HOME)(guess(0, { username }))).headers.get('retry-after')) > 0);
  }
});

test('who guesses anywhere else holds up nobody where they have signed in before', async (t) => {
  const { from, pass } = await startBehindProxy(t);
  assert.equal((await from(HOME)(password())).status, 200);
  for (let n = 0; n < 60; n++) await from(stranger(n))(guess(n));
  assert.equal((await from(stranger(999))(password())).status, 400);
  for (let n = 0; n < 4; n++) {
    assert.equal((await from(HOME)(guess(n))).headers.get('retry-after'), null);
  }
  assert.equal((await from(HOME)(password())).status, 200);
  await pass(31 * 86_400);
  for (let n = 0; n < 60; n++) await from(stranger(n))(guess(n));
  assert.equal((await from(HOME)(password())).status, 400, 'known for a month');
});

test('waits double up to a quarter of an hour, and end with a success', async (t) => {
  const { from, pass } = await startBehindProxy(t);
  const home = from(HOME);
  for (let n = 0; n < 5; n++) assert.equal((await home(guess(n))).headers.get('retry-after'), null);
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    // While a test runs time passes too.
    if (wait >= 8) {
      const { status, body, headers } = await home(password());
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(seconds > wait / 2 && seconds <= wait, `${seconds} of ${wait} seconds`);
    }
    await pass(wait);
    assert.equal((await home(guess(wait))).headers.get('retry-after'), null);
  }
  await pass(900);
  assert.equal((await home(password())).status, 200);
  for (let n = 0; n < 4; n++) await home(guess(n));
  assert.equal((await home(password())).status, 200);
});

test('who mistypes now and then never waits', async (t) => {
  const { from, pass, acts } = await startBehindProxy(t);
  for (let n = 0; n < 12; n++) {
    assert.equal((await from(HOME)(guess(n))).headers.get('retry-after'), null);
    await pass(n % 4 === 3 ? 901 : 60);
  }
  assert.deepEqual(await acts('sign-in.slowed'), []);
});

test('a burst of guesses reaches no further than guesses one after the other', async (t) => {
  const { from } = await startBehindProxy(t);
  const hashes = countHashes(t);
  await Promise.all(Array.from({ length: 45 }, (_, n) => from(HOME)(guess(n))));
  assert.ok(hashes() <= 8, `${hashes()} guesses were looked at`);
});

test('one address may not try its luck with many users', async (t) => {
  const { from, pass, acts } = await startBehindProxy(t);
  assert.equal((await from(HOME)(password())).status, 200);
  const hashes = countHashes(t);
  const tryAll = async (address: string) => {
    for (let n = 0; n < 60; n++) await from(address)(guess(n, { username: `user${n}` }));
  };
  await tryAll('2001:db8::1');
  assert.ok(hashes() >= 30 && hashes() <= 40, `${hashes()} guesses in a moment`);
  assert.equal((await from('2001:db8:0:0:ffff::2')(password())).status, 400, 'the same /64');
  assert.deepEqual(await acts('sign-in.slowed'), ['this address']);
  await pass(60);
  assert.equal((await from('2001:db8::3')(password())).status, 200);
  await tryAll(HOME);
  assert.equal((await from(HOME)(password())).status, 200, 'anna is known there');
});

test('a client secret is guessed in vain from one address, and its client signs in from others', async (t) => {
  const { from, pass, acts, failFrom } = await startBehindProxy(t);
  const wrong = { ...client, client_secret: 'wrong' };
  for (let n = 0; n < 200; n++) await from(stranger(n))(wrong);
  assert.equal((await from(stranger(999))(client)).status, 200);
  await failFrom(HOME, wrong);
  const held = await from(HOME)(client);
  assert.deepEqual([held.status, held.body.error], [400, 'invalid_client']);
  await pass(Number(held.headers.get('retry-after')));
  assert.equal((await from(HOME)(client)).status, 200);
  assert.deepEqual(await acts('sign-in.slowed'), ['this account at this address']);
});

test('many failures in an organisation raise one alarm, in its audit log, the metrics and the log', async (t) => {
  const { from, pass, acts, logged, metrics: readMetrics, organisation } = await startBehindProxy(t);
  const attack = async (from_: number) => {
    for (let n = from_; n < from_ + 130; n++) await from(stranger(n))({ ...client, client_secret: 'wrong' });
  };
  await attack(0);
  assert.equal((await acts('sign-in.alarm')).length, 1);
  const metrics = await readMetrics();
  assert.match(metrics, /^ronda_sign_in_alarms_total 1$/m);
  assert.match(metrics, /^ronda_sign_ins_total\{mechanism="client secret",result="failed"\} 130$/m);
  assert.doesNotMatch(metrics, /erp|198\.18/);
  const lines = logged.filter((line) => line.includes('many sign-ins fail')).map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ level, tenantId }) => [level, tenantId]),
    [[40, organisation.tenantId]],
  );
  await pass(901);
  await attack(200);
  assert.equal((await acts('sign-in.alarm')).length, 2);
});

test('sign-ins are counted by what became of them', async (t) => {
  const { from, metrics: readMetrics, failFrom } = await startBehindProxy(t);
  await from(HOME)(password());
  await from(HOME)(client);
  await failFrom(HOME, guess(1));
  for (let n = 0; n < 2; n++) await from(HOME)(password());
  const metrics = await readMetrics();
  for (const [labels, count] of [
    ['mechanism="password",result="succeeded"', 1],
    ['mechanism="password",result="failed"', 10],
    ['mechanism="password",result="slowed"', 2],
    ['mechanism="client secret",result="succeeded"', 1],
  ]) {
    assert.ok(metrics.includes(`ronda_sign_ins_total{${labels}} ${count}\n`), `${labels}`);
  }
});

test('an administrator lifts the waits of a user', async (t) => {
  const { from, db, failFrom } = await startBehindProxy(t);
  for (let n = 0; n < 30; n++) await from(stranger(n))(guess(n));
  for (let n = 0; n < 30; n++) await from(stranger(n))(guess(n, { username: 'bram' }));
  await inTransaction(db, (trx) => forgetFailures(trx, 'Default', 'Anna'));
  assert.equal((await from(HOME)(password())).status, 200);
  await failFrom(HOME, guess(1));
  assert.equal((await from(HOME)(password())).status, 400);
  await inTransaction(db, (trx) => forgetFailures(trx, 'default', 'anna'));
  assert.equal((await from(HOME)(password())).status, 200);
  assert.ok((await from(HOME)(guess(0, { username: 'bram' }))).headers.get('retry-after'), 'bram waits');
});

test('what holds nobody up any more is forgotten, known addresses after a month', async (t) => {
  const { from, db, pass } = await startBehindProxy(t);
  const kept = async () => {
    await forgetOldFailures(db);
    const [counted] = await run<{ waits: number; origins: number }>(
      db,
      `select (select count(*)::integer from sign_in_throttle) as waits,
              (select count(*)::integer from sign_in_origin) as origins where $1`,
      [true],
    );
    return [counted!.waits, counted!.origins];
  };
  await from(HOME)(password());
  await from(stranger(1))(guess(1));
  // The account, the address and the organisation; anna at home and at the stranger's.
  assert.deepEqual(await kept(), [3, 2]);
  await pass(13 * 3_600);
  assert.deepEqual(await kept(), [0, 1]);
  await pass(30 * 86_400);
  assert.deepEqual(await kept(), [0, 0]);
});

test('a wrong user, password or tenant is told in the same words, after the same work', async (t) => {
  const { from } = await startBehindProxy(t);
  const hashes = countHashes(t);
  const first = await from(HOME)(guess(0));
  for (const [n, differences] of [
    { username: 'nobody' },
    { password: 'wrong' },
    { tenancyName: 'other' },
    { username: 'gone', password: PASSWORD },
    { username: 'erp' },
    { username: 'bram' },
  ].entries()) {
    const before = hashes();
    const { status, body, headers } = await from(stranger(n))(password(differences));
    assert.deepEqual([status, body, headers.get('retry-after')], [400, first.body, null]);
    assert.equal(body.error, 'invalid_grant');
    assert.equal(hashes() - before, 1, JSON.stringify(differences));
  }
});
