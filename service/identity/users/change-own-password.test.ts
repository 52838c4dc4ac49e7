import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { manage } from '#service/testing/manage-people.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';

const PATH = '/api/v1/me/password';
const NEW_PASSWORD = 'a horse with a battery';

const start = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna', 'bram');
  const signIn = async (password: string, username = 'anna') => {
    const form = { grant_type: 'password', username, password, tenancyName: 'default' };
    const response = await fetch(`${service.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
    return response.status;
  };
  return { service, signIn, anna: await service.as('anna'), ...(await manage(service)) };
};

test("changing the password ends all of the user's other sessions and tokens", async (t) => {
  const { service, signIn, anna, events } = await start(t);
  const otherTokenCaller = await service.as('anna');
  const browser = createNoJsBrowser(service.url);
  await browser.post('/sign-in', { username: 'anna', password: PASSWORD, tenancyName: 'default' });
  const { status, body } = await anna.post(PATH, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  assert.equal(status, 204, JSON.stringify(body));
  assert.equal((await anna.get('/api/v1/me')).status, 200);
  assert.equal((await otherTokenCaller.get('/api/v1/me')).status, 401);
  assert.equal((await browser.get('/api/v1/me')).status, 401);
  assert.deepEqual([await signIn(PASSWORD), await signIn(NEW_PASSWORD)], [400, 200]);
  const recorded = await events('kind=password');
  assert.deepEqual(
    recorded.map(({ kind, actorName, details }) => [kind, actorName, details]),
    [['password.changed', 'anna', {}]],
  );
  const [ended] = await events('kind=session.ended');
  assert.deepEqual(ended!.details, { accessTokens: 1, sessions: 1, devices: 0 });
});

test('the browser in which the password is changed stays signed in', async (t) => {
  const { service } = await start(t);
  const browser = createNoJsBrowser(service.url);
  await browser.post('/sign-in', { username: 'anna', password: PASSWORD, tenancyName: 'default' });
  const response = await browser.call('POST', PATH, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  assert.equal(response.status, 204, response.text);
  assert.equal((await browser.get('/api/v1/me')).status, 200);
});

test('a stolen session cannot be used to guess the password', async (t) => {
  const { signIn, anna, events } = await start(t);
  const guess = (currentPassword: string) => anna.post(PATH, { currentPassword, newPassword: NEW_PASSWORD });
  const wrong = await guess('wrong guess');
  assert.deepEqual(
    [wrong.status, wrong.body.errors],
    [422, [{ field: 'currentPassword', message: 'This is not your current password.' }]],
  );
  const statuses: number[] = [];
  for (let index = 0; index < 8; index++) statuses.push((await guess(`wrong guess ${index}`)).status);
  assert.ok(statuses.filter((status) => status === 422).length <= 5, statuses.join());
  const throttled = await guess(PASSWORD);
  assert.equal(throttled.status, 429);
  assert.ok(Number(throttled.headers.get('retry-after')) >= 1);
  // The delays apply to signing in as well.
  assert.equal(await signIn(PASSWORD), 400);
  assert.equal(await signIn(PASSWORD, 'bram'), 200);
  const failures = await events('kind=sign-in.failed&actor=anna');
  assert.ok(failures.length > 0);
  assert.deepEqual(failures[0]!.details, { by: 'password', reason: 'to choose another password' });
});

test('people without a password, and service users, have no password to change', async (t) => {
  const { service, add } = await start(t);
  await add({ userName: 'bot', isService: true });
  for (const userName of ['viewer', 'bot']) {
    const caller = await service.as(userName);
    const { status, body } = await caller.post(PATH, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    assert.equal(status, 409, JSON.stringify(body));
  }
  const { status } = await service.anonymous.post(PATH, {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
  });
  assert.equal(status, 401);
});

test('an unacceptable new password is rejected, and the current one stays valid', async (t) => {
  const { anna, signIn } = await start(t);
  for (const body of [
    { currentPassword: PASSWORD, newPassword: 'short' },
    { currentPassword: PASSWORD, newPassword: 'l'.repeat(257) },
    { currentPassword: PASSWORD },
    { newPassword: NEW_PASSWORD },
    { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, userId: 1 },
  ]) {
    assert.equal((await anna.post(PATH, body)).status, 422, JSON.stringify(body));
  }
  assert.equal(await signIn(PASSWORD), 200);
});
