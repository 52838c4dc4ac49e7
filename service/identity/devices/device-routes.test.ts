import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { createDevice, FROM_DEVICE, signInWithBrowser, startDevice } from '#service/testing/start-device.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { deleteExpiredDevices } from './device.ts';

const COOKIE = 'ronda-device';
const DEVICES = '/api/v1/me/devices';

const start = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna', 'bram', 'admin');
  return service;
};

/** Backdates all devices, as if this many days had passed. */
const advanceTime = async ({ database, services }: TestService, days: number) => {
  await run(
    database.db,
    `update device set created_at = created_at - make_interval(days => $1),
       last_seen_at = last_seen_at - make_interval(days => $1), expires_at = expires_at - make_interval(days => $1)`,
    [days],
  );
  services.actors.clear();
};

test('a signed-in person registers the browser as a device, which still works after the session ends', async (t) => {
  const service = await start(t);
  const browser = await signInWithBrowser(service.url, 'anna');
  const response = await browser.call('POST', DEVICES, { name: 'Chrome, Android' });
  assert.equal(response.status, 201, response.text);
  const device = JSON.parse(response.text);
  assert.deepEqual([device.name, device.loginProvider, device.reportedAt], ['Chrome, Android', null, null]);
  assert.match(browser.cookies.get(COOKIE)!, /^ronda-device_\d+_[\w-]{43}$/);
  const [cookie] = response.headers.getSetCookie();
  for (const attribute of ['Max-Age=15552000', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
    assert.ok(cookie!.split('; ').includes(attribute), attribute);

  await browser.call('DELETE', '/api/v1/me/sessions/current');
  assert.equal((await browser.get('/api/v1/me')).status, 401);
  const me = await browser.get('/api/v1/me', FROM_DEVICE);
  assert.equal(me.status, 200, me.text);
  assert.deepEqual([JSON.parse(me.text).userName, JSON.parse(me.text).deviceId], ['anna', device.id]);
  const mine = JSON.parse((await browser.get(DEVICES, FROM_DEVICE)).text).devices;
  assert.deepEqual(
    mine.map(({ id, isCurrent }: { id: string; isCurrent: boolean }) => [id, isCurrent]),
    [[device.id, true]],
  );
});

test('a device is still signed in after 29 days without contact, but not after 31', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  await advanceTime(service, 29);
  assert.equal((await device.call('GET', '/me')).status, 200);
  const [listed] = JSON.parse((await device.call('GET', '/me/devices')).text).devices;
  assert.ok(Date.parse(listed.lastSeenAt) > Date.parse(listed.createdAt));
  const second = await startDevice(service.url, 'anna');
  await advanceTime(service, 31);
  for (const expired of [device, second]) assert.equal((await expired.call('GET', '/me')).status, 401);
});

test("the app's background requests count as contact", async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  await advanceTime(service, 20);
  assert.equal((await device.call('GET', '/changes')).status, 200);
  await advanceTime(service, 20);
  assert.equal((await device.call('GET', '/me')).status, 200);
});

test('a device expires on its expiry date even if it is in use', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  await run(service.database.db, "update device set expires_at = now() + interval '1 day'", []);
  const [listed] = JSON.parse((await device.call('GET', '/me/devices')).text).devices;
  assert.ok(Date.parse(listed.expiresAt) <= Date.now() + 24 * 60 * 60 * 1_000);
  await advanceTime(service, 2);
  assert.equal((await device.call('GET', '/me')).status, 401);
});

test('a device cookie works only with the device header, and a session cookie only without it', async (t) => {
  const service = await start(t);
  const { browser } = await startDevice(service.url, 'anna');
  const token = browser.cookies.get(COOKIE)!;
  const session = browser.cookies.get('ronda-session')!;
  const otherBrowser = createNoJsBrowser(service.url);
  const requestStatus = async (headers: Record<string, string>) =>
    (await otherBrowser.get('/api/v1/me', headers)).status;
  assert.equal(await requestStatus({ cookie: `${COOKIE}=${token}`, ...FROM_DEVICE }), 200);
  assert.equal(await requestStatus({ cookie: `${COOKIE}=${token}` }), 401);
  assert.equal(await requestStatus({ cookie: `${COOKIE}=${token}`, 'x-requested-with': 'ronda' }), 401);
  assert.equal(await requestStatus({ cookie: `ronda-session=${session}`, ...FROM_DEVICE }), 401);
  assert.equal(await requestStatus({ cookie: `${COOKIE}=${session}`, ...FROM_DEVICE }), 401);
  assert.equal(await requestStatus({ cookie: `ronda-session=${token}` }), 401);
  assert.equal(await requestStatus({ authorization: `Bearer ${token}`, ...FROM_DEVICE }), 401);
  // A token in the header wins over any cookie.
  assert.equal(
    await requestStatus({ cookie: `${COOKIE}=${token}`, authorization: 'Bearer wrong', ...FROM_DEVICE }),
    401,
  );
  for (const invalid of ['', 'ronda-device_', `ronda-device_999999999_${'x'.repeat(43)}`, `${token}x`, '%00'])
    assert.equal(await requestStatus({ cookie: `${COOKIE}=${invalid}`, ...FROM_DEVICE }), 401, invalid);
});

test('cross-site requests with a device cookie are rejected (S29)', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  const signOut = (headers: Record<string, string>) =>
    device.browser.call('DELETE', `${DEVICES}/current`, undefined, {
      'x-requested-with': 'ronda-device',
      ...headers,
    });
  for (const headers of [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    assert.equal((await signOut(headers)).status, 403, JSON.stringify(headers));
  }
  assert.equal((await signOut({ origin: new URL(service.url).origin })).status, 204);
  assert.equal(device.browser.cookies.has(COOKIE), false);
});

test('only a person who is signed in with a browser can register a device', async (t) => {
  const service = await start(t);
  const body = { name: 'Chrome, Android' };
  const device = await startDevice(service.url, 'anna');
  assert.equal((await (await service.as('anna')).post(DEVICES, body)).status, 403);
  assert.equal((await (await service.as('erp')).post(DEVICES, body)).status, 403);
  assert.equal((await service.anonymous.post(DEVICES, body)).status, 401);
  assert.equal((await device.call('POST', '/me/devices', body)).status, 403);
  for (const invalid of [
    {},
    { name: '' },
    { name: ' x' },
    { name: 'x'.repeat(65) },
    { name: 'x\u0000' },
    { ...body, id: 'phone' },
    { ...body, id: null },
    { ...body, userId: 1 },
  ]) {
    assert.equal((await device.browser.call('POST', DEVICES, invalid)).status, 422, JSON.stringify(invalid));
  }
});

test("a device can sign in again under its own ID, but not under the ID of another user's device", async (t) => {
  const service = await start(t);
  const id = randomUUID().toUpperCase();
  const device = await startDevice(service.url, 'anna', { id });
  assert.equal(device.id, id.toLowerCase());
  const oldToken = device.browser.cookies.get(COOKIE)!;
  await createDevice(device.browser, { id, name: 'Firefox' });
  const oldTokenResponse = await createNoJsBrowser(service.url).get('/api/v1/me', {
    ...FROM_DEVICE,
    cookie: `${COOKIE}=${oldToken}`,
  });
  assert.equal(oldTokenResponse.status, 401);
  const { devices } = JSON.parse((await device.call('GET', '/me/devices')).text);
  assert.deepEqual(
    devices.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [[device.id, 'Firefox']],
  );

  // Bram cannot use the ID in his own browser. Nor can he use it in anna's browser until she signs out or the
  // browser is registered under another ID.
  for (const browser of [undefined, device.browser]) {
    const bram = await signInWithBrowser(service.url, 'bram', browser);
    const response = await bram.call('POST', DEVICES, { name: 'Safari', id });
    assert.equal(response.status, 409, response.text);
  }
  assert.equal((await device.call('GET', '/me')).status, 200);
});

test('registering a browser as a different device signs out its previous device', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  const oldToken = device.browser.cookies.get(COOKIE)!;
  await createDevice(await signInWithBrowser(service.url, 'bram', device.browser));
  assert.equal(JSON.parse((await device.call('GET', '/me')).text).userName, 'bram');
  const oldTokenResponse = await createNoJsBrowser(service.url).get('/api/v1/me', {
    ...FROM_DEVICE,
    cookie: `${COOKIE}=${oldToken}`,
  });
  assert.equal(oldTokenResponse.status, 401);
  const { body } = await (await service.as('admin')).get('/api/v1/audit-events?kind=device');
  assert.deepEqual(
    body.events.map(({ kind, actorName }: { kind: string; actorName: string }) => [kind, actorName]),
    [
      ['device.added', 'bram'],
      ['device.signed-out', 'anna'],
      ['device.added', 'anna'],
    ],
  );
});

test('users can sign out only their own devices, and can refer to the one they are using as "current"', async (t) => {
  const service = await start(t);
  const [current, other] = [await startDevice(service.url, 'anna'), await startDevice(service.url, 'anna')];
  const otherUsersDevice = await startDevice(service.url, 'bram');
  assert.equal((await otherUsersDevice.call('DELETE', `/me/devices/${other.id}`)).status, 404);
  for (const unknownId of ['none', randomUUID()])
    assert.equal((await current.call('DELETE', `/me/devices/${unknownId}`)).status, 404);
  assert.equal((await current.browser.call('DELETE', `${DEVICES}/current`)).status, 404);
  assert.equal((await current.call('DELETE', `/me/devices/${other.id}`)).status, 204);
  assert.equal((await other.call('GET', '/me')).status, 401);
  assert.equal((await current.call('DELETE', '/me/devices/current')).status, 204);
  assert.equal(current.browser.cookies.has(COOKIE), false);
  assert.equal((await current.call('GET', '/me')).status, 401);
  assert.equal((await otherUsersDevice.call('GET', '/me')).status, 200);
  const { body } = await (await service.as('admin')).get('/api/v1/audit-events?kind=device.signed-out');
  assert.deepEqual(
    body.events.map(({ actorName, targetId }: Record<string, unknown>) => [actorName, targetId]),
    [
      ['anna', current.id],
      ['anna', other.id],
    ],
  );
});

test('the number of devices per user is limited', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  await run(
    service.database.db,
    `insert into device (tenant_id, device_id, user_id, token_hash, name, address, agent, expires_at)
     select tenant_id, gen_random_uuid(), user_id, sha256(no::text::bytea), 'Old', '', '', expires_at
     from device, generate_series(1, 49) as no where tenant_id = $1`,
    [service.organisation.tenantId],
  );
  const browser = await signInWithBrowser(service.url, 'anna');
  assert.equal((await browser.call('POST', DEVICES, { name: 'One more' })).status, 409);
  await createDevice(device.browser, { id: device.id });
  // Replacing the browser's current device is allowed.
  await createDevice(device.browser);
});

test('expired devices are deleted, and no usable token is ever stored in the table', async (t) => {
  const service = await start(t);
  const { db } = service.database;
  const device = await startDevice(service.url, 'anna');
  const [row] = await run<{ text: string }>(db, 'select device::text as text from device', []);
  assert.ok(!row!.text.includes(device.browser.cookies.get(COOKIE)!.slice(-43)));
  await deleteExpiredDevices(db);
  assert.equal((await run(db, 'select from device', [])).length, 1);
  await advanceTime(service, 31);
  await deleteExpiredDevices(db);
  assert.equal((await run(db, 'select from device', [])).length, 0);
});
