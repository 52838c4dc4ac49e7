import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { answerField } from '#inspector/store/answer-field.ts';
import { NO_ITEM } from '#inspector/store/kept.ts';
import { readyInspections, retryNow, retryReconnected } from '#inspector/store/outbox.ts';
import { takeReading } from '#inspector/store/take-reading.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { connect } from '#inspector/testing/network.ts';
import { tellAll } from '#inspector/testing/tell-all.ts';
import { perform } from '#service/testing/perform.ts';
import { startService } from '#service/testing/start-service.ts';
import { noisyJpeg } from '#service/testing/upload-caller.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Server } from './server.ts';

const MINUTE_MS = 60_000;

/** An inspection of anna on a device whose clock the test sets. */
const openInspection = async (t: TestContext) => {
  const service = await startService(t);
  const { id, read } = await perform(service, {
    fields: [
      { name: 'Notes', type: 'text' },
      { name: 'Overview', type: 'photo' },
    ],
  });
  const network = await connect(service, 'anna');
  const clock = { now: Date.now() };
  const device = createDevice(t, () => clock.now);
  await takeReading(device, await network.server.ask<Inspection>('GET', `/api/v1/inspections/${id}`));
  const answer = () =>
    answerField(device, id, { itemId: NO_ITEM, field: 'Notes', isRemark: false, value: 'Rust' });
  const pauseMs = async () => Date.parse((await device.database.queues.get(id))!.retryAt) - clock.now;
  return { id, read, network, clock, device, answer, pauseMs };
};

const busy = (status: number, retryAfter: string) => () =>
  new Response('{"detail":"Too many requests"}', {
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  });

for (const status of [429, 503])
  test(`an answer that the server refuses with ${status} is sent after the pause that it asked for, or when the inspector asks`, async (t) => {
    const { id, read, network, clock, device, answer, pauseMs } = await openInspection(t);
    network.between = busy(status, '120');
    await answer();
    await tellAll(device, network.server);
    assert.equal(await pauseMs(), 2 * MINUTE_MS);
    // The network came back, the app was opened: the server still asks to wait.
    await retryReconnected(device);
    clock.now += 2 * MINUTE_MS - 1;
    assert.deepEqual(await readyInspections(device), []);
    clock.now += 1;
    assert.deepEqual(await readyInspections(device), [id]);
    await tellAll(device, network.server);
    assert.equal(await pauseMs(), 2 * MINUTE_MS);
    network.between = () => undefined;
    await retryNow(device);
    await tellAll(device, network.server);
    assert.deepEqual((await read()).answers, { Notes: 'Rust' });
  });

test('a pause of days counts as five minutes', async (t) => {
  const { network, device, answer, pauseMs } = await openInspection(t);
  network.between = busy(503, '172800');
  await answer();
  await tellAll(device, network.server);
  assert.equal(await pauseMs(), 5 * MINUTE_MS);
});

test('a picture that the server refuses for now is sent after the pause that it asked for', async (t) => {
  const { id, network, device, pauseMs } = await openInspection(t);
  const proxy = createServer((_request, response) =>
    response.writeHead(503, { 'retry-after': '90' }).end(),
  ).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const server: Server = { ...network.server, addressOf: (path) => `http://127.0.0.1:${port}${path}` };
  await addPicture(device, {
    ...{ inspectionId: id, itemId: NO_ITEM, field: 'Overview', of: 'photos', name: 'bridge.jpg' },
    bytes: new Blob([new Uint8Array(await noisyJpeg(120, 90))], { type: 'image/jpeg' }),
  });
  await tellAll(device, server);
  assert.equal(await pauseMs(), 90_000);
});

test('a pause is read in seconds, or as a moment by the clock of the server', () => {
  const date = 'Mon, 23 Nov 2026 08:00:00 GMT';
  assert.equal(readRetryAfter('30', null), 30_000);
  assert.equal(readRetryAfter('Mon, 23 Nov 2026 08:01:00 GMT', date), MINUTE_MS);
  for (const none of [null, '', 'soon', '-1', '1.5', 'Mon, 23 Nov 2026 07:59:00 GMT'])
    assert.equal(readRetryAfter(none, date), 0, String(none));
  assert.equal(readRetryAfter('Mon, 23 Nov 2026 08:01:00 GMT', null), 0);
});
