import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { applyServerState } from '#inspector/store/apply-server-state.ts';
import { completeInspection, reopenInspection } from '#inspector/store/complete-inspection.ts';
import { openDeviceDatabase, STORE_PREFIX } from '#inspector/store/device-database.ts';
import { NO_ITEM } from '#inspector/store/local-data.ts';
import { retryNow } from '#inspector/store/outbox.ts';
import type { Store } from '#inspector/store/store.ts';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { downgradeToVersion1 } from '#inspector/testing/downgrade-to-version-1.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { createNetwork, type Network } from '#inspector/testing/network.ts';
import { sendAll } from '#inspector/testing/send-all.ts';
import { removeTokens } from '#service/testing/change-database.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, sha256 } from '#service/testing/upload-client.ts';
import { SignedOutError } from './server-client.ts';

const FIELDS: Field[] = [
  { name: 'Height', type: 'decimal', required: true },
  { name: 'Comments', type: 'text' },
  { name: 'Overview', type: 'photo' },
];

/** Opens Anna's inspection on her device. */
const openInspection = async (t: TestContext) => {
  const service = await startService(t);
  const { id, person } = await startNewInspection(service, { fields: FIELDS });
  const network = await createNetwork(service, 'anna');
  const device = createDevice(t);
  const read = () => network.client.request<Inspection>('GET', `/api/v1/inspections/${id}`);
  await applyServerState(device, await read());
  network.requests.length = 0;
  const saveAnswer = (field: string, value: string | number) => answerQuestion(device, id, field, value);
  return { service, id, person, network, device, read, saveAnswer };
};

const sendChanges = (device: Store, { client }: Network) => sendAll(device, client);

test('answers given offline are sent when the device is back online', async (t) => {
  const { id, network, device, read, saveAnswer } = await openInspection(t);
  network.isUp = false;
  await saveAnswer('Height', 3);
  await saveAnswer('Comments', 'Rust');
  await saveAnswer('Height', 3.2);
  await completeInspection(device, id);
  await sendChanges(device, network);
  assert.deepEqual(network.requests, []);
  assert.equal(await device.database.outbox.count(), 3, 'the first height is not sent');

  network.isUp = true;
  await retryNow(device);
  await sendChanges(device, network);
  assert.equal(await device.database.outbox.count(), 0);
  const { state, answers } = await read();
  assert.deepEqual([state, answers], ['Closed', { Height: 3.2, Comments: 'Rust' }]);
  assert.deepEqual((await device.database.inspections.get(id))!.serverState!.state, 'Closed');
});

test('a picture is sent after the answers and before the completion, byte for byte', async (t) => {
  const { id, person, network, device, read, saveAnswer } = await openInspection(t);
  const bytes = await createNoisyJpeg(1_200, 900);
  const picture = await addPicture(device, {
    ...{ inspectionId: id, itemId: NO_ITEM, field: 'Overview', kind: 'photos', name: 'bridge.jpg' },
    bytes: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
  });
  await saveAnswer('Height', 3.2);
  await completeInspection(device, id);
  await sendChanges(device, network);

  const { state, answers, uploads } = await read();
  assert.deepEqual([state, answers.Overview], ['Closed', [picture]]);
  assert.equal(uploads[0]!.sha256, sha256(bytes));
  const { body } = await person.get(`/api/v1/inspections/${id}/revisions`);
  const fields = body.revisions.map(({ field }: { field: string }) => field);
  assert.deepEqual(fields, ['Overview', 'Height']);
  assert.deepEqual(
    [await device.database.outbox.count(), (await device.database.pictures.get(picture))!.isArrived],
    [0, true],
  );
});

test('an updated app sends what the first version left unsent', async (t) => {
  const { id, network, device, read, saveAnswer } = await openInspection(t);
  const picture = await addPicture(device, {
    ...{ inspectionId: id, itemId: NO_ITEM, field: 'Overview', kind: 'photos', name: 'bridge.jpg' },
    bytes: new Blob([new Uint8Array(await createNoisyJpeg(120, 90))], { type: 'image/jpeg' }),
  });
  await saveAnswer('Height', 3.2);
  await completeInspection(device, id);
  const { name } = device.database;
  (await downgradeToVersion1(device.database)).close();
  const database = openDeviceDatabase(name.slice(STORE_PREFIX.length));
  t.after(() => database.delete());
  await sendChanges({ ...device, database }, network);
  const { state, answers, uploads } = await read();
  assert.deepEqual([state, answers], ['Closed', { Height: 3.2, Overview: [picture] }]);
  assert.deepEqual([uploads.length, await database.outbox.count()], [1, 0]);
});

test('an answer whose response was lost is resent and stored once', async (t) => {
  const { id, person, network, device, saveAnswer } = await openInspection(t);
  await saveAnswer('Height', 3.2);
  network.shouldDeliverResponses = false;
  await sendChanges(device, network);
  await saveAnswer('Height', 3.3);
  network.shouldDeliverResponses = true;
  await retryNow(device);
  await sendChanges(device, network);
  const { body } = await person.get(`/api/v1/inspections/${id}/revisions`);
  assert.deepEqual(
    body.revisions.map(({ value }: { value: unknown }) => value),
    [3.2, 3.3],
  );
});

test('a rejected completion needs attention, does not block other inspections, and is accepted once the problem is fixed', async (t) => {
  const { service, id, network, device, read, saveAnswer } = await openInspection(t);
  const otherInspection = await startNewInspection(service, { fields: FIELDS, task: { externalId: 'WO-2' } });
  await applyServerState(device, await otherInspection.read());
  await saveAnswer('Comments', 'Rust');
  await completeInspection(device, id);
  await answerQuestion(device, otherInspection.id, 'Height', 2);
  await sendChanges(device, network);

  const { error } = (await device.database.pauses.get(id))!;
  assert.deepEqual(
    error?.fields.map(({ field }) => field),
    ['Height'],
  );
  assert.equal((await device.database.inspections.get(id))!.completedAt, null);
  assert.deepEqual((await otherInspection.read()).answers, { Height: 2 });

  await saveAnswer('Height', 3.2);
  await completeInspection(device, id);
  await sendChanges(device, network);
  assert.equal((await read()).state, 'Closed');
});

test('different answers from two devices are a conflict, and the device shows its own answer until it is sent', async (t) => {
  const { id, person, network, device, saveAnswer } = await openInspection(t);
  network.isUp = false;
  await saveAnswer('Height', 3.2);
  await person.request('PATCH', `/api/v1/inspections/${id}/answers`, {
    answers: { Height: 4 },
    device: 'tablet',
  });
  network.isUp = true;
  await applyServerState(
    device,
    await network.client.request<Inspection>('GET', `/api/v1/inspections/${id}`),
  );
  const readLocalInspection = async () => (await device.database.inspections.get(id))!;
  assert.deepEqual((await readLocalInspection()).sets[NO_ITEM]!.answers, { Height: 3.2 });
  await sendChanges(device, network);
  const [conflict] = (await readLocalInspection()).serverState!.conflicts;
  assert.deepEqual([conflict?.field, conflict?.other.value, conflict?.other.device], ['Height', 4, 'tablet']);
});

test('answers to a task that was cancelled in the meantime arrive as a late result', async (t) => {
  const { service, id, network, device, read, saveAnswer } = await openInspection(t);
  await saveAnswer('Height', 3.2);
  await completeInspection(device, id);
  const { taskId } = await read();
  const coordinator = await service.as('coordinator');
  assert.equal((await coordinator.post('/api/v1/tasks/cancel', { ids: [taskId] })).status, 204);
  await sendChanges(device, network);
  const { state, answers, lateFromRevision } = await read();
  assert.deepEqual([state, answers, lateFromRevision], ['Canceled', { Height: 3.2 }, 1]);
  assert.equal(await device.database.outbox.count(), 0);
});

test('sending stops once the sign-in has expired, and nothing is lost', async (t) => {
  const { network, device, saveAnswer, service } = await openInspection(t);
  await saveAnswer('Height', 3.2);
  await removeTokens(service.database.db);
  service.services.actors.clear();
  await assert.rejects(sendChanges(device, network), SignedOutError);
  assert.equal(await device.database.outbox.count(), 1);
});

test('an inspector who completed an inspection offline can reopen it until it has been sent', async (t) => {
  const { id, network, device, read, saveAnswer } = await openInspection(t);
  await saveAnswer('Height', 3.2);
  await completeInspection(device, id);
  assert.equal(await reopenInspection(device, id), true);
  await sendChanges(device, network);
  assert.equal((await read()).state, 'Active');
  await completeInspection(device, id);
  await sendChanges(device, network);
  assert.equal(await reopenInspection(device, id), false);
  assert.equal((await read()).state, 'Closed');
});
