import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { answerField } from '#inspector/store/answer-field.ts';
import { finishInspection } from '#inspector/store/finish-inspection.ts';
import { NO_ITEM } from '#inspector/store/kept.ts';
import { retryNow } from '#inspector/store/outbox.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { connect } from '#inspector/testing/network.ts';
import { tellAll } from '#inspector/testing/tell-all.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';
import { pull } from './pull.ts';

// What stands between a phone and its server says things that the server never said: none of it is taken for its word.

/** A task that was begun, answered and ended without a network. */
const performed = async (t: TestContext) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [{ name: 'Height', type: 'decimal', required: true }],
  });
  await planTask(service, await service.as('coordinator'), { workbookName: 'Locks', Height: undefined });
  const network = await connect(service, 'anna');
  const device = createDevice(t);
  await pull(device, network.server, { person: { id: service.organisation.userIds.anna!, teamIds: [] } });
  const [taskId] = (await device.database.tasks.toCollection().primaryKeys()) as string[];
  const id = await startInspection(device, taskId!);
  await answerField(device, id, { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 3.2 });
  await finishInspection(device, id);
  const read = () => network.server.ask<Inspection>('GET', `/api/v1/inspections/${id}`);
  return { network, device, id, read };
};

const html = (status: number) =>
  new Response('<html><title>Welcome to our network</title></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

const brokenOff = () =>
  new Response(
    ReadableStream.from(
      (async function* () {
        yield new TextEncoder().encode('{"id":');
        throw new TypeError('network error');
      })(),
    ),
    { headers: { 'content-type': 'application/json' } },
  );

const OTHERS: Readonly<Record<string, () => Response>> = {
  'a page in the place of the answer': () => html(200),
  'the page of a network to sign in to': () => html(401),
  'a refusal by a page': () => html(403),
  'nothing found, said by a proxy': () => new Response('404 page not found', { status: 404 }),
  'nothing allowed, said by a proxy': () => html(405),
  'an answer that breaks off': brokenOff,
};

for (const [what, say] of Object.entries(OTHERS))
  test(`${what} is no answer: all of it waits, the end too, and is told when the server is reached`, async (t) => {
    const { network, device, id, read } = await performed(t);
    for (const at of ['/start', '/answers', '/complete']) {
      network.between = (_method, path) => (path.endsWith(at) ? say() : undefined);
      await retryNow(device);
      await tellAll(device, network.server);
      assert.equal((await device.database.queues.get(id))?.trouble, null, at);
      assert.notEqual((await device.database.inspections.get(id))!.finishedAt, null);
    }
    network.between = () => undefined;
    await retryNow(device);
    await tellAll(device, network.server);
    assert.deepEqual([(await read()).state, (await read()).answers], ['Closed', { Height: 3.2 }]);
  });
