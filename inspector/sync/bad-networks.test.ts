import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { completeInspection } from '#inspector/store/complete-inspection.ts';
import { retryNow } from '#inspector/store/outbox.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { createNetwork } from '#inspector/testing/network.ts';
import { sendAll } from '#inspector/testing/send-all.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';
import { pull } from './pull.ts';

// Proxies and captive portals return responses that the app must ignore.

/** Starts, answers and completes a task offline. */
const completeOffline = async (t: TestContext) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [{ name: 'Height', type: 'decimal', required: true }],
  });
  await planTask(service, await service.as('coordinator'), { workbookName: 'Locks', Height: undefined });
  const network = await createNetwork(service, 'anna');
  const device = createDevice(t);
  await pull(device, network.client, { person: { id: service.organisation.userIds.anna!, teamIds: [] } });
  const [taskId] = (await device.database.tasks.toCollection().primaryKeys()) as string[];
  const id = await startInspection(device, taskId!);
  await answerQuestion(device, id, 'Height', 3.2);
  await completeInspection(device, id);
  const read = () => network.client.request<Inspection>('GET', `/api/v1/inspections/${id}`);
  return { network, device, id, read };
};

const createHtmlResponse = (status: number) =>
  new Response('<html><title>Welcome to our network</title></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

const createInterruptedResponse = () =>
  new Response(
    ReadableStream.from(
      (async function* () {
        yield new TextEncoder().encode('{"id":');
        throw new TypeError('network error');
      })(),
    ),
    { headers: { 'content-type': 'application/json' } },
  );

const PROXY_RESPONSES: Readonly<Record<string, () => Response>> = {
  'an HTML page with status 200': () => createHtmlResponse(200),
  'a captive portal page with status 401': () => createHtmlResponse(401),
  'an HTML page with status 403': () => createHtmlResponse(403),
  'a 404 response from a proxy': () => new Response('404 page not found', { status: 404 }),
  'a 405 response from a proxy': () => createHtmlResponse(405),
  'an interrupted response': createInterruptedResponse,
};

for (const [response, createResponse] of Object.entries(PROXY_RESPONSES))
  test(`${response} is ignored: all actions stay in the outbox and are sent once the server can be reached`, async (t) => {
    const { network, device, id, read } = await completeOffline(t);
    for (const endpoint of ['/start', '/answers', '/complete']) {
      network.intercept = (_method, path) => (path.endsWith(endpoint) ? createResponse() : undefined);
      await retryNow(device);
      await sendAll(device, network.client);
      assert.equal((await device.database.pauses.get(id))?.error, null, endpoint);
      assert.notEqual((await device.database.inspections.get(id))!.completedAt, null);
    }
    network.intercept = () => undefined;
    await retryNow(device);
    await sendAll(device, network.client);
    assert.deepEqual([(await read()).state, (await read()).answers], ['Closed', { Height: 3.2 }]);
  });
