import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FROM_DEVICE } from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { runInParallel } from './run-in-parallel.ts';
import { send, summarizeReply } from './send.ts';
import { addDevice, setUpRecords } from './set-up-records.ts';

/** The permissions that a device can have. They are repeated here because the implementation is under test. */
const PERMISSIONS = ['Tasks.Read', 'Tasks.Perform', 'Workbooks.Read', 'Teams.Read', 'Inspections.Read'];

const isAllowed = ({ access, isOpenToDevices }: Call) =>
  access === 'anonymous' ||
  (PERMISSIONS.includes(access) ? isOpenToDevices !== false : isOpenToDevices === true);

test("an administrator's device can make only the requests needed for inspections", async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const { cookie } = await addDevice(setup, 'admin');
  const sendFromDevice = async (call: Call) => {
    const request = call.request(bridges);
    const headers = { ...request.headers, ...FROM_DEVICE, cookie };
    return summarizeReply(request, await send(service.url, undefined, { ...request, headers }));
  };
  const forbiddenCalls = allCalls.filter((call) => !isAllowed(call));
  assert.ok(forbiddenCalls.length > 80, String(forbiddenCalls.length));
  await runInParallel(forbiddenCalls, async (call) =>
    assert.equal(await sendFromDevice(call), 403, call.operation),
  );

  const readCalls = allCalls.filter(
    (call) => isAllowed(call) && call.access !== 'anonymous' && call.request(bridges).method === 'GET',
  );
  assert.ok(readCalls.length > 40, String(readCalls.length));
  await runInParallel(readCalls, async (call) =>
    assert.equal(await sendFromDevice(call), call.response, call.operation),
  );
});
