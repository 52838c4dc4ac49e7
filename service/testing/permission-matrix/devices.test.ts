import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FROM_DEVICE } from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';
import type { Call } from './call.ts';
import { everyCall } from './every-call.ts';
import { addDevice, furnish } from './furnish.ts';
import { answerOf, send } from './send.ts';
import { someAtOnce } from './some-at-once.ts';

/** What a device may do at most. Written down once more: what is tested here is not to be asked. */
const PERMISSIONS = ['Tasks.Read', 'Tasks.Perform', 'Workbooks.Read', 'Teams.Read', 'Inspections.Read'];

const mayEnter = ({ needs, opensToDevices }: Call) =>
  needs === 'anonymous' || (PERMISSIONS.includes(needs) ? opensToDevices !== false : opensToDevices === true);

test("an administrator's device is refused whatever inspecting does not take", async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const { cookie } = await addDevice(here, 'admin');
  const ask = async (call: Call) => {
    const request = call.request(bridges);
    const headers = { ...request.headers, ...FROM_DEVICE, cookie };
    return answerOf(request, await send(service.url, undefined, { ...request, headers }));
  };
  const refused = everyCall.filter((call) => !mayEnter(call));
  assert.ok(refused.length > 80, String(refused.length));
  await someAtOnce(refused, async (call) => assert.equal(await ask(call), 403, call.operation));

  const reading = everyCall.filter(
    (call) => mayEnter(call) && call.needs !== 'anonymous' && call.request(bridges).method === 'GET',
  );
  assert.ok(reading.length > 40, String(reading.length));
  await someAtOnce(reading, async (call) => assert.equal(await ask(call), call.answer, call.operation));
});
