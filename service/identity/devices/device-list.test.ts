import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setPassword } from '#service/testing/set-password.ts';
import { simulateNoContact, startDevice, type TestDevice } from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';

const DEVICES = '/api/v1/devices';
const REPORT = '/me/devices/current/report';

const start = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna', 'bram', 'admin', 'coordinator', 'viewer');
  return service;
};

type ListedDevice = {
  id: string;
  user: { userName: string };
  ipAddress: string | null;
  userAgent: string | null;
};
const listUserNames = ({ devices }: { devices: ListedDevice[] }) => devices.map(({ user }) => user.userName);

test('planners see the devices of people in their teams; administrators see all devices', async (t) => {
  const service = await start(t);
  for (const userName of ['bram', 'admin', 'anna']) await startDevice(service.url, userName);
  const admin = await service.as('admin');
  const allDevices = (await admin.get(DEVICES)).body;
  assert.deepEqual(listUserNames(allDevices), ['admin', 'anna', 'bram']);
  assert.equal(allDevices.devices[0].ipAddress, '127.0.0.1');

  const planner = await service.as('coordinator');
  const { status, body } = await planner.get(DEVICES);
  assert.equal(status, 200);
  assert.deepEqual(listUserNames(body), ['anna', 'bram']);
  assert.deepEqual([body.devices[0].ipAddress, body.devices[0].userAgent], [null, null]);
  const { teamIds, userIds } = service.organisation;
  assert.deepEqual((await planner.get(`${DEVICES}?userId=${userIds.admin}`)).body.devices, []);
  assert.deepEqual(listUserNames((await planner.get(`${DEVICES}?userId=${userIds.bram}`)).body), ['bram']);
  const path = `/api/v1/teams/${teamIds.Bridges}/groups/Inspectors/members/${userIds.bram}`;
  assert.equal((await admin.request('DELETE', path)).status, 204);
  assert.deepEqual(listUserNames((await planner.get(DEVICES)).body), ['anna']);

  assert.equal((await planner.request('DELETE', `${DEVICES}/${body.devices[0].id}`)).status, 403);
  for (const userName of ['anna', 'viewer'])
    assert.equal((await (await service.as(userName)).get(DEVICES)).status, 403);
});

test('the device list is paginated', async (t) => {
  const service = await start(t);
  for (const userName of ['bram', 'anna', 'anna', 'admin']) await startDevice(service.url, userName);
  const admin = await service.as('admin');
  const seen: ListedDevice[] = [];
  for (let after = ''; ; ) {
    const { body } = await admin.get(`${DEVICES}?limit=1${after}`);
    seen.push(...body.devices);
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  assert.deepEqual(listUserNames({ devices: seen }), ['admin', 'anna', 'anna', 'bram']);
  assert.equal(new Set(seen.map(({ id }) => id)).size, 4);
  for (const invalid of [
    'after=eHl6',
    'after=%00',
    'limit=0',
    'limit=501',
    'userId=anna',
    'userId=-1',
    'erase=true',
    'id=phone',
    'hasUnsentData=maybe',
    'isErasureRequested=1',
    'daysWithoutContact=0',
    'daysWithoutContact=31',
    'text=',
  ])
    assert.equal((await admin.get(`${DEVICES}?${invalid}`)).status, 422, invalid);
  assert.deepEqual((await admin.get(`${DEVICES}?userId=999999999999999`)).body.devices, []);
});

test('a device reports its unsent data, which planners can see', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  const report = (body: object) => device.call('PUT', REPORT, body);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const reported = { unsentAnswers: 12, unsentPictures: 3, unsentSince: since };
  assert.equal((await report(reported)).status, 204);
  const readReport = async () => {
    const [{ unsentAnswers, unsentPictures, unsentSince, reportedAt }] = (
      await (await service.as('coordinator')).get(DEVICES)
    ).body.devices;
    assert.ok(Date.parse(reportedAt) <= Date.now());
    return { unsentAnswers, unsentPictures, unsentSince };
  };
  assert.deepEqual(await readReport(), reported);

  // Future times are clamped to the current time: the device's clock may be fast.
  assert.equal((await report({ ...reported, unsentSince: '9999-12-31T23:59:59Z' })).status, 204);
  assert.ok(Date.parse((await readReport()).unsentSince) <= Date.now());
  const nothing = { unsentAnswers: 0, unsentPictures: 0, unsentSince: null };
  assert.equal((await report(nothing)).status, 204);
  assert.deepEqual(await readReport(), nothing);

  for (const invalid of [
    {},
    { unsentAnswers: 0, unsentPictures: 0 },
    { ...reported, unsentAnswers: -1 },
    { ...reported, unsentAnswers: 1.5 },
    { ...reported, unsentPictures: 1_000_001 },
    { ...reported, unsentPictures: '3' },
    { ...reported, unsentSince: 'yesterday' },
    { ...reported, unsentSince: '0001-01-01T00:00:00Z' },
    { ...reported, unsentSince: '2026-02-30T00:00:00Z' },
    { ...reported, deviceId: device.id },
  ]) {
    assert.equal((await report(invalid)).status, 422, JSON.stringify(invalid));
  }
  assert.deepEqual(await readReport(), nothing);
});

test('devices can be searched by name, unsent data and days without contact', async (t) => {
  const service = await start(t);
  const phone = await startDevice(service.url, 'anna', { name: 'Chrome, Android' });
  const tablet = await startDevice(service.url, 'anna', { name: '100% Firefox' });
  const lost = await startDevice(service.url, 'bram', { name: 'Safari, iPhone' });
  const body = { unsentAnswers: 0, unsentPictures: 1, unsentSince: new Date().toISOString() };
  assert.equal((await phone.call('PUT', REPORT, body)).status, 204);
  const admin = await service.as('admin');
  await admin.request('DELETE', `${DEVICES}/${lost.id}?erase=true`);
  await simulateNoContact(service, tablet, 8);
  const search = async (query: string, caller = admin) =>
    (await caller.get(`${DEVICES}?${query}`)).body.devices.map(({ id }: ListedDevice) => id);
  for (const [query, expected] of [
    ['text=anna%20CHROME', [phone.id]],
    ['text=100%25', [tablet.id]],
    ['text=_', []],
    ['hasUnsentData=true', [phone.id]],
    ['isErasureRequested=true', [lost.id]],
    ['isErasureRequested=false&hasUnsentData=false', [tablet.id]],
    ['daysWithoutContact=7', [tablet.id]],
    ['daysWithoutContact=8', [tablet.id]],
    ['daysWithoutContact=9', []],
    [`id=${lost.id}`, [lost.id]],
    [`id=${lost.id}&text=anna`, []],
  ] as const)
    assert.deepEqual(await search(query), expected, query);
  assert.deepEqual(await search('hasUnsentData=true', await service.as('coordinator')), [phone.id]);
});

test('the audit log records how much unsent data a revoked device had', async (t) => {
  const service = await start(t);
  const device = await startDevice(service.url, 'anna');
  const reported = { unsentAnswers: 12, unsentPictures: 3, unsentSince: new Date().toISOString() };
  await device.call('PUT', REPORT, reported);
  const admin = await service.as('admin');
  for (const erase of [true, false])
    assert.equal((await admin.request('DELETE', `${DEVICES}/${device.id}?erase=${erase}`)).status, 204);
  const { events } = (await admin.get(`/api/v1/audit-events?targetType=device&targetId=${device.id}`)).body;
  assert.deepEqual(
    events.map(({ kind, details }: { kind: string; details: object }) => [kind, details]),
    [
      ['device.signed-out', { userName: 'anna', unsentAnswers: 12, unsentPictures: 3 }],
      ['device.erasure-requested', { userName: 'anna', unsentAnswers: 12, unsentPictures: 3 }],
      ['device.added', {}],
    ],
  );
});

test('only a device can report unsent data', async (t) => {
  const service = await start(t);
  const { browser } = await startDevice(service.url, 'anna');
  const body = { unsentAnswers: 0, unsentPictures: 0, unsentSince: null };
  assert.equal((await browser.call('PUT', `/api/v1${REPORT}`, body)).status, 403);
  assert.equal((await (await service.as('anna')).request('PUT', `/api/v1${REPORT}`, body)).status, 403);
});

test('a device only has the permissions needed for inspections', async (t) => {
  const service = await start(t);
  const readPermissions = async (device: TestDevice) =>
    JSON.parse((await device.call('GET', '/me')).text).permissions;
  const inspector = await startDevice(service.url, 'anna');
  assert.deepEqual(await readPermissions(inspector), { tenant: [], teams: ['Tasks.Perform', 'Tasks.Read'] });
  const administrator = await startDevice(service.url, 'admin');
  const { tenant } = await readPermissions(administrator);
  assert.deepEqual(tenant.toSorted(), [
    'Inspections.Read',
    'Tasks.Perform',
    'Tasks.Read',
    'Teams.Read',
    'Workbooks.Read',
  ]);
  assert.equal((await administrator.call('GET', '/tasks')).status, 200);
  for (const [method, path, body] of [
    ['GET', '/users'],
    ['GET', '/devices'],
    ['GET', '/me/sessions'],
    ['DELETE', '/me/sessions'],
    ['DELETE', '/me/sessions/current'],
    ['POST', '/me/password', { currentPassword: 'x', newPassword: 'a viaduct at dusk' }],
    ['POST', '/tasks', {}],
    ['DELETE', `/devices/${inspector.id}`],
  ] as const) {
    assert.equal((await administrator.call(method, path, body)).status, 403, `${method} ${path}`);
  }
  // The same browser's session has all permissions.
  assert.equal((await administrator.browser.get('/api/v1/users')).status, 200);
});
