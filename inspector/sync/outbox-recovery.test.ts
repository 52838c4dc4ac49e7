import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { completeInspection } from '#inspector/store/complete-inspection.ts';
import { NO_ITEM } from '#inspector/store/local-data.ts';
import { findNextRetry, listReadyInspections, retryNow } from '#inspector/store/outbox.ts';
import { removePicture } from '#inspector/store/remove-picture.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { createNetwork } from '#inspector/testing/network.ts';
import { sendAll } from '#inspector/testing/send-all.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';
import { pull } from './pull.ts';

// Situations that could block the outbox or send actions twice.

/** Starts and answers a task on a device. */
const startOffline = async (t: TestContext) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [
      { name: 'Height', type: 'decimal', required: true },
      { name: 'Overview', type: 'photo' },
    ],
  });
  const planner = await service.as('coordinator');
  const taskId = await planTask(service, planner, { workbookName: 'Locks', Height: undefined });
  const network = await createNetwork(service, 'anna');
  const device = createDevice(t);
  await pull(device, network.client, { person: { id: service.organisation.userIds.anna!, teamIds: [] } });
  const id = await startInspection(device, taskId);
  await answerQuestion(device, id, 'Height', 3.2);
  const read = (inspectionId = id) =>
    network.client.request<Inspection>('GET', `/api/v1/inspections/${inspectionId}`);
  const send = () => sendAll(device, network.client);
  const assertAllSent = async () => {
    assert.deepEqual(await device.database.pauses.toArray(), []);
    assert.equal(await device.database.outbox.count(), 0);
  };
  return { service, planner, taskId, network, device, id, read, send, assertAllSent };
};

test('a completion whose response was lost does not complete an inspection that was returned in the meantime', async (t) => {
  const { planner, network, device, id, read, send, assertAllSent } = await startOffline(t);
  await send();
  await completeInspection(device, id);
  network.shouldDeliverResponses = false;
  await send();
  network.shouldDeliverResponses = true;
  assert.equal((await planner.post(`/api/v1/inspections/${id}/return`, { comment: 'Again' })).status, 200);
  await retryNow(device);
  await send();
  await assertAllSent();
  assert.equal((await read()).state, 'Active');
  assert.equal((await device.database.inspections.get(id))!.completedAt, null);
});

test('a device killed while merging an inspection sends all its answers later', async (t) => {
  const { service, taskId, device, read, send, assertAllSent } = await startOffline(t);
  const existingId = (await (await service.as('anna')).post(`/api/v1/tasks/${taskId}/start`)).body.id;
  const { inspections } = device.database;
  const { put } = inspections;
  inspections.put = () => {
    throw new Error('killed');
  };
  await send();
  inspections.put = put;
  await device.database.pauses.clear();
  await send();
  await assertAllSent();
  assert.deepEqual((await read(existingId)).answers, { Height: 3.2 });
});

test('a picture removed while being sent, and then rejected, blocks nothing', async (t) => {
  const { device, id, read, send, assertAllSent } = await startOffline(t);
  const reference = { inspectionId: id, itemId: NO_ITEM, field: 'Overview', kind: 'photos' } as const;
  const bytes = new Blob(['not a picture'], { type: 'image/jpeg' });
  const picture = await addPicture(device, { ...reference, name: 'bridge.jpg', bytes });
  await device.database.outbox.filter(({ action }) => action.kind === 'attach').modify({ isInFlight: true });
  await removePicture(device, reference, picture);
  await completeInspection(device, id);
  await send();
  // The app continues automatically, whereas sendAll stops at the first rejection.
  await send();
  await assertAllSent();
  assert.equal((await read()).state, 'Closed');
});

test('an inspection whose next attempt is a year away, because the clock was ahead, is sent immediately', async (t) => {
  const { device, id } = await startOffline(t);
  const retryAt = new Date(Date.now() + 365 * 86_400_000).toISOString();
  await device.database.pauses.put({ inspectionId: id, failures: 1, retryAt, error: null });
  assert.deepEqual(await listReadyInspections(device), [id]);
});

test('no timer is set for an attempt in the past', async (t) => {
  const { device, id } = await startOffline(t);
  const retryAt = new Date(Date.now() - 1_000).toISOString();
  await device.database.pauses.put({ inspectionId: id, failures: 1, retryAt, error: null });
  assert.equal(await findNextRetry(device), undefined);
});
