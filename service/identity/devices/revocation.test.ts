import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import {
  createDevice,
  signInWithBrowser,
  startDevice,
  type TestDevice,
} from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';
import { deleteExpiredDevices } from './device.ts';

const ERASURE_REQUESTED = 'urn:ronda:device-erasure-requested';

const start = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna', 'bram', 'admin');
  return { service, ...(await manage(service)) };
};

/** Sends a request from the device and returns the response's status and problem type. */
const requestMe = async (device: TestDevice) => {
  const { status, text } = await device.call('GET', '/me');
  return [status, JSON.parse(text).type];
};

const SIGNED_IN = [200, undefined];
const SIGNED_OUT = [401, 'about:blank'];
const ERASE = [401, ERASURE_REQUESTED];

test('a revoked device is signed out at its next contact; other devices are not affected', async (t) => {
  const { service, admin, events } = await start(t);
  const [lost, other] = [await startDevice(service.url, 'anna'), await startDevice(service.url, 'anna')];
  assert.deepEqual(await requestMe(lost), SIGNED_IN);
  assert.equal((await admin.request('DELETE', `/api/v1/devices/${lost.id}`)).status, 204);
  assert.deepEqual(await requestMe(lost), SIGNED_OUT);
  assert.deepEqual(await requestMe(other), SIGNED_IN);
  assert.equal((await admin.request('DELETE', `/api/v1/devices/${lost.id}`)).status, 404);
  for (const unknownId of ['phone', randomUUID()])
    assert.equal((await admin.request('DELETE', `/api/v1/devices/${unknownId}`)).status, 404);
  assert.equal((await admin.request('DELETE', `/api/v1/devices/${other.id}?erase=maybe`)).status, 422);
  const [ended] = await events('kind=device.signed-out');
  assert.deepEqual(
    [ended!.actorName, ended!.targetType, ended!.targetId, ended!.targetName, ended!.details],
    ['admin', 'device', lost.id, 'Chrome, Android', { userName: 'anna' }],
  );
});

test('a lost device receives the erase command each time it contacts the server, until it confirms the erasure', async (t) => {
  const { service, admin, events } = await start(t);
  const device = await startDevice(service.url, 'anna');
  const erase = () => admin.request('DELETE', `/api/v1/devices/${device.id}?erase=true`);
  for (let time = 0; time < 2; time++) assert.equal((await erase()).status, 204);
  for (let time = 0; time < 2; time++) assert.deepEqual(await requestMe(device), ERASE);
  const write = await device.call('PUT', '/me/devices/current/report', {
    unsentAnswers: 0,
    unsentPictures: 0,
    unsentSince: null,
  });
  assert.equal(write.status, 401);
  const listed = (await admin.get('/api/v1/devices')).body.devices;
  assert.ok(Date.parse(listed[0].erasureRequestedAt) <= Date.now());
  // Anna no longer sees the device.
  const mine = JSON.parse((await device.browser.get('/api/v1/me/devices')).text).devices;
  assert.deepEqual(mine, []);
  assert.equal((await device.browser.call('DELETE', `/api/v1/me/devices/${device.id}`)).status, 404);

  // The browser cannot be registered again until it has erased the data.
  for (const id of [device.id, randomUUID()]) {
    const again = await device.browser.call('POST', '/api/v1/me/devices', { name: 'Chrome', id });
    assert.deepEqual([again.status, JSON.parse(again.text).type], [409, ERASURE_REQUESTED]);
  }

  const confirm = (headers?: object) => device.call('POST', '/me/devices/current/erased', undefined, headers);
  assert.equal((await confirm({ 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await confirm({ 'x-requested-with': 'ronda' })).status, 204);
  assert.deepEqual(await requestMe(device), ERASE);
  assert.equal((await confirm()).status, 204);
  assert.equal(device.browser.cookies.has('ronda-device'), false);
  assert.equal((await confirm()).status, 204);
  assert.deepEqual((await admin.get('/api/v1/devices')).body.devices, []);
  await createDevice(device.browser, { id: device.id });
  assert.deepEqual(
    (await events('kind=device')).map(({ kind, actorName }) => [kind, actorName]),
    [
      ['device.added', 'anna'],
      ['device.erasure-requested', 'admin'],
      ['device.erased', 'anna'],
      ['device.added', 'anna'],
    ],
  );
});

test('confirming an erasure that nobody requested changes nothing', async (t) => {
  const { service } = await start(t);
  const device = await startDevice(service.url, 'anna');
  assert.equal((await device.call('POST', '/me/devices/current/erased')).status, 204);
  assert.deepEqual(await requestMe(device), SIGNED_IN);
  assert.equal(device.browser.cookies.has('ronda-device'), true);
});

test('erasure still works after the user is disabled, and can be cancelled for a device that turns up', async (t) => {
  const { service, admin } = await start(t);
  const [lost, recovered] = [await startDevice(service.url, 'anna'), await startDevice(service.url, 'anna')];
  for (const { id } of [lost, recovered]) await admin.request('DELETE', `/api/v1/devices/${id}?erase=true`);
  await admin.request('PATCH', `/api/v1/users/${service.organisation.userIds.anna}`, { isActive: false });
  assert.deepEqual(await requestMe(lost), ERASE);
  assert.equal((await admin.request('DELETE', `/api/v1/devices/${recovered.id}?erase=false`)).status, 204);
  assert.deepEqual(await requestMe(recovered), SIGNED_OUT);
});

test('a lost device that never returns is deleted after 30 days', async (t) => {
  const { service, admin } = await start(t);
  const { db } = service.database;
  const device = await startDevice(service.url, 'anna');
  await run(db, "update device set last_seen_at = now() - interval '29 days'", []);
  await admin.request('DELETE', `/api/v1/devices/${device.id}?erase=true`);
  const advanceTime = (days: number) =>
    run(
      db,
      `update device set expires_at = expires_at - make_interval(days => $1),
                         last_seen_at = last_seen_at - make_interval(days => $1)`,
      [days],
    );
  await advanceTime(29);
  await deleteExpiredDevices(db);
  assert.deepEqual(await requestMe(device), ERASE);
  await advanceTime(2);
  assert.deepEqual(await requestMe(device), SIGNED_OUT);
  await deleteExpiredDevices(db);
  assert.deepEqual(await run(db, 'select from device', []), []);
});

test("every action that ends a person's sessions also signs out their devices", async (t) => {
  const { service, admin, events } = await start(t);
  const path = `/api/v1/users/${service.organisation.userIds.anna}`;
  const other = await startDevice(service.url, 'bram');
  const actions: Record<string, (device: TestDevice) => Promise<{ status: number }>> = {
    'sign out everywhere': ({ browser }) => browser.call('DELETE', '/api/v1/me/sessions'),
    'the account page': ({ browser }) => browser.post('/account/sign-out-everywhere', {}),
    'an administrator signs the user out': () => admin.post(`${path}/sign-out`),
    'an administrator sets a password': () => admin.request('PATCH', path, { password: 'a viaduct at dusk' }),
    'the user changes the password': ({ browser }) =>
      browser.call('POST', '/api/v1/me/password', {
        currentPassword: PASSWORD,
        newPassword: 'a viaduct at dawn',
      }),
    disabled: () => admin.request('PATCH', path, { isActive: false }),
  };
  for (const [name, end] of Object.entries(actions)) {
    await setPassword(service, 'anna');
    const device = await startDevice(service.url, 'anna');
    assert.deepEqual(await requestMe(device), SIGNED_IN, name);
    assert.ok((await end(device)).status < 400, name);
    assert.deepEqual(await requestMe(device), SIGNED_OUT, name);
  }
  assert.deepEqual(await requestMe(other), SIGNED_IN);
  const ended = await events('kind=session.ended');
  assert.deepEqual((ended.at(-1)!.details as { devices: number }).devices, 1);
});

test('a device revoked while in use stays revoked', async (t) => {
  const { service, admin } = await start(t);
  const device = await startDevice(service.url, 'anna');
  const report = { unsentAnswers: 1, unsentPictures: 0, unsentSince: null };
  const responses = await Promise.all([
    ...Array.from({ length: 8 }, () => device.call('PUT', '/me/devices/current/report', report)),
    admin.request('DELETE', `/api/v1/devices/${device.id}`),
    ...Array.from({ length: 8 }, () => device.call('GET', '/me')),
  ]);
  for (const { status } of responses) assert.ok([200, 204, 401].includes(status), String(status));
  assert.deepEqual(await requestMe(device), SIGNED_OUT);
});

test('a device registered while its user is being signed out is signed out as well', async (t) => {
  const { service, admin } = await start(t);
  const { anna } = service.organisation.userIds;
  for (const action of ['sign-out', 'everywhere']) {
    const browsers = [];
    for (let index = 0; index < 4; index++) browsers.push(await signInWithBrowser(service.url, 'anna'));
    const [first] = browsers;
    const end = () =>
      action === 'sign-out'
        ? admin.post(`/api/v1/users/${anna}/sign-out`)
        : first!.call('DELETE', '/api/v1/me/sessions');
    const [, ...responses] = await Promise.all([
      end(),
      ...browsers.map((browser) => browser.call('POST', '/api/v1/me/devices', { name: 'Chrome' })),
    ]);
    for (const { status, text } of responses) assert.ok([201, 401].includes(status), text);
    assert.deepEqual(await run(service.database.db, 'select from device', []), [], action);
  }
});

test("administrators can neither see nor revoke another organisation's devices", async (t) => {
  const { service, admin } = await start(t);
  const otherOrganisation = await createOrganisation(service.database.db, 'elsewhere');
  await setPassword({ ...service, organisation: otherOrganisation }, 'anna');
  const id = randomUUID();
  const localDevice = await startDevice(service.url, 'anna', { id });
  const otherDevice = await createDevice(
    await signInWithBrowser(service.url, 'anna', undefined, 'elsewhere'),
    // Apps choose the IDs, so two organisations may end up with the same one.
    { id },
  );
  const otherAdmin = createCaller(
    service.url,
    await grantToken(service.database.db, otherOrganisation.tenantId, otherOrganisation.userIds.admin!),
  );
  const other = await startDevice(service.url, 'bram');
  assert.equal((await otherAdmin.request('DELETE', `/api/v1/devices/${other.id}`)).status, 404);
  assert.equal((await otherAdmin.get('/api/v1/devices')).body.devices.length, 1);
  assert.equal((await admin.get('/api/v1/devices')).body.devices.length, 2);
  assert.equal((await otherAdmin.request('DELETE', `/api/v1/devices/${id}?erase=true`)).status, 204);
  assert.deepEqual(await requestMe(otherDevice), ERASE);
  assert.deepEqual(await requestMe(localDevice), SIGNED_IN);
  // The other organisation's browser cannot be registered as a device in this organisation until it has
  // erased its data.
  const browser = await signInWithBrowser(service.url, 'anna', otherDevice.browser);
  const again = await browser.call('POST', '/api/v1/me/devices', { name: 'Chrome', id });
  assert.deepEqual([again.status, JSON.parse(again.text).type], [409, ERASURE_REQUESTED]);
});
