import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { applyServerState } from '#inspector/store/apply-server-state.ts';
import { NO_ITEM } from '#inspector/store/local-data.ts';
import { listReadyInspections, retryAfterReconnect, retryNow } from '#inspector/store/outbox.ts';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { createNetwork } from '#inspector/testing/network.ts';
import { sendAll } from '#inspector/testing/send-all.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg } from '#service/testing/upload-client.ts';
import { readRetryAfter, type ServerClient } from './server-client.ts';

const MINUTE_MS = 60_000;

/** Opens Anna's inspection on a device whose clock is set by the test. */
const openInspection = async (t: TestContext) => {
  const service = await startService(t);
  const { id, read } = await startNewInspection(service, {
    fields: [
      { name: 'Notes', type: 'text' },
      { name: 'Overview', type: 'photo' },
    ],
  });
  const network = await createNetwork(service, 'anna');
  const clock = { now: Date.now() };
  const device = createDevice(t, () => clock.now);
  await applyServerState(
    device,
    await network.client.request<Inspection>('GET', `/api/v1/inspections/${id}`),
  );
  const answerNotes = () => answerQuestion(device, id, 'Notes', 'Rust');
  const readPauseMs = async () => Date.parse((await device.database.pauses.get(id))!.retryAt) - clock.now;
  return { id, read, network, clock, device, answerNotes, readPauseMs };
};

const createBusyResponse = (status: number, retryAfter: string) => () =>
  new Response('{"detail":"Too many requests"}', {
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  });

for (const status of [429, 503])
  test(`an answer that the server rejects with ${status} is sent after the requested pause, or at the inspector’s request`, async (t) => {
    const { id, read, network, clock, device, answerNotes, readPauseMs } = await openInspection(t);
    network.intercept = createBusyResponse(status, '120');
    await answerNotes();
    await sendAll(device, network.client);
    assert.equal(await readPauseMs(), 2 * MINUTE_MS);
    // The connection is back and the app was opened, but the requested pause still applies.
    await retryAfterReconnect(device);
    clock.now += 2 * MINUTE_MS - 1;
    assert.deepEqual(await listReadyInspections(device), []);
    clock.now += 1;
    assert.deepEqual(await listReadyInspections(device), [id]);
    await sendAll(device, network.client);
    assert.equal(await readPauseMs(), 2 * MINUTE_MS);
    network.intercept = () => undefined;
    await retryNow(device);
    await sendAll(device, network.client);
    assert.deepEqual((await read()).answers, { Notes: 'Rust' });
  });

test('a pause of several days is capped at five minutes', async (t) => {
  const { network, device, answerNotes, readPauseMs } = await openInspection(t);
  network.intercept = createBusyResponse(503, '172800');
  await answerNotes();
  await sendAll(device, network.client);
  assert.equal(await readPauseMs(), 5 * MINUTE_MS);
});

test('a temporarily rejected picture is sent after the requested pause', async (t) => {
  const { id, network, device, readPauseMs } = await openInspection(t);
  const proxy = createServer((_request, response) =>
    response.writeHead(503, { 'retry-after': '90' }).end(),
  ).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const client: ServerClient = { ...network.client, resolveUrl: (path) => `http://127.0.0.1:${port}${path}` };
  await addPicture(device, {
    ...{ inspectionId: id, itemId: NO_ITEM, field: 'Overview', kind: 'photos', name: 'bridge.jpg' },
    bytes: new Blob([new Uint8Array(await createNoisyJpeg(120, 90))], { type: 'image/jpeg' }),
  });
  await sendAll(device, client);
  assert.equal(await readPauseMs(), 90_000);
});

test("Retry-After is read as seconds, or as a time by the server's clock", () => {
  const date = 'Mon, 23 Nov 2026 08:00:00 GMT';
  assert.equal(readRetryAfter('30', null), 30_000);
  assert.equal(readRetryAfter('Mon, 23 Nov 2026 08:01:00 GMT', date), MINUTE_MS);
  for (const value of [null, '', 'soon', '-1', '1.5', 'Mon, 23 Nov 2026 07:59:00 GMT'])
    assert.equal(readRetryAfter(value, date), 0, String(value));
  assert.equal(readRetryAfter('Mon, 23 Nov 2026 08:01:00 GMT', null), 0);
});
