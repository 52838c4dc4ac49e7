import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { answerField } from '#inspector/store/answer-field.ts';
import { finishInspection, resumeInspection } from '#inspector/store/finish-inspection.ts';
import { NO_ITEM } from '#inspector/store/kept.ts';
import { retryNow } from '#inspector/store/outbox.ts';
import type { Store } from '#inspector/store/store.ts';
import { takeReading } from '#inspector/store/take-reading.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { connect, type Network } from '#inspector/testing/network.ts';
import { tellAll } from '#inspector/testing/tell-all.ts';
import { perform } from '#service/testing/perform.ts';
import { startService } from '#service/testing/start-service.ts';
import { noisyJpeg, sha256Of } from '#service/testing/upload-caller.ts';
import { SignedOut } from './server.ts';

const FIELDS: Field[] = [
  { name: 'Height', type: 'decimal', required: true },
  { name: 'Remarks', type: 'text' },
  { name: 'Overview', type: 'photo' },
];

/** Anna's inspection, read to her device. */
const inspecting = async (t: TestContext) => {
  const service = await startService(t);
  const { id, person } = await perform(service, { fields: FIELDS });
  const network = await connect(service, 'anna');
  const device = createDevice(t);
  const read = () => network.server.ask<Inspection>('GET', `/api/v1/inspections/${id}`);
  await takeReading(device, await read());
  network.heard.length = 0;
  const answer = (field: string, value: string | number) =>
    answerField(device, id, { itemId: NO_ITEM, field, isRemark: false, value });
  return { service, id, person, network, device, read, answer };
};

const syncAll = (device: Store, { server }: Network) => tellAll(device, server);

test('who answers without a network finds all of it on the server when it comes back', async (t) => {
  const { id, network, device, read, answer } = await inspecting(t);
  network.isUp = false;
  await answer('Height', 3);
  await answer('Remarks', 'Rust');
  await answer('Height', 3.2);
  await finishInspection(device, id);
  await syncAll(device, network);
  assert.deepEqual(network.heard, []);
  assert.equal(await device.database.commands.count(), 3, 'the first height need not be told');

  network.isUp = true;
  await retryNow(device);
  await syncAll(device, network);
  assert.equal(await device.database.commands.count(), 0);
  const { state, answers } = await read();
  assert.deepEqual([state, answers], ['Closed', { Height: 3.2, Remarks: 'Rust' }]);
  assert.deepEqual((await device.database.inspections.get(id))!.reading!.state, 'Closed');
});

test('a picture arrives after the answers, byte for byte, and before the end', async (t) => {
  const { id, person, network, device, read, answer } = await inspecting(t);
  const bytes = await noisyJpeg(1_200, 900);
  const picture = await addPicture(device, {
    ...{ inspectionId: id, itemId: NO_ITEM, field: 'Overview', of: 'photos', name: 'bridge.jpg' },
    bytes: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
  });
  await answer('Height', 3.2);
  await finishInspection(device, id);
  await syncAll(device, network);

  const { state, answers, uploads } = await read();
  assert.deepEqual([state, answers.Overview], ['Closed', [picture]]);
  assert.equal(uploads[0]!.sha256, sha256Of(bytes));
  const { body } = await person.get(`/api/v1/inspections/${id}/revisions`);
  const told = body.revisions.map(({ field }: { field: string }) => field);
  assert.deepEqual(told, ['Overview', 'Height']);
  assert.deepEqual(
    [await device.database.commands.count(), (await device.database.pictures.get(picture))!.isArrived],
    [0, true],
  );
});

test('an answer whose receipt was lost is told again, and kept once', async (t) => {
  const { id, person, network, device, answer } = await inspecting(t);
  await answer('Height', 3.2);
  network.bringsAnswers = false;
  await syncAll(device, network);
  await answer('Height', 3.3);
  network.bringsAnswers = true;
  await retryNow(device);
  await syncAll(device, network);
  const { body } = await person.get(`/api/v1/inspections/${id}/revisions`);
  assert.deepEqual(
    body.revisions.map(({ value }: { value: unknown }) => value),
    [3.2, 3.3],
  );
});

test('an end that the server refuses needs somebody, keeps no other inspection waiting, and comes again once it is mended', async (t) => {
  const { service, id, network, device, read, answer } = await inspecting(t);
  const other = await perform(service, { fields: FIELDS, task: { externalId: 'WO-2' } });
  await takeReading(device, await other.read());
  await answer('Remarks', 'Rust');
  await finishInspection(device, id);
  await answerField(device, other.id, { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 2 });
  await syncAll(device, network);

  const { trouble } = (await device.database.queues.get(id))!;
  assert.deepEqual(
    trouble?.fields.map(({ field }) => field),
    ['Height'],
  );
  assert.equal((await device.database.inspections.get(id))!.finishedAt, null);
  assert.deepEqual((await other.read()).answers, { Height: 2 });

  await answer('Height', 3.2);
  await finishInspection(device, id);
  await syncAll(device, network);
  assert.equal((await read()).state, 'Closed');
});

test('what two devices said of one field is a conflict, and what was said here stays in sight until it is told', async (t) => {
  const { id, person, network, device, answer } = await inspecting(t);
  network.isUp = false;
  await answer('Height', 3.2);
  await person.request('PATCH', `/api/v1/inspections/${id}/answers`, {
    answers: { Height: 4 },
    device: 'tablet',
  });
  network.isUp = true;
  await takeReading(device, await network.server.ask<Inspection>('GET', `/api/v1/inspections/${id}`));
  const seen = async () => (await device.database.inspections.get(id))!;
  assert.deepEqual((await seen()).sets[NO_ITEM]!.answers, { Height: 3.2 });
  await syncAll(device, network);
  const [conflict] = (await seen()).reading!.conflicts;
  assert.deepEqual([conflict?.field, conflict?.other.value, conflict?.other.device], ['Height', 4, 'tablet']);
});

test('what is answered after the task was cancelled arrives as a late result', async (t) => {
  const { service, id, network, device, read, answer } = await inspecting(t);
  await answer('Height', 3.2);
  await finishInspection(device, id);
  const { taskId } = await read();
  const coordinator = await service.as('coordinator');
  assert.equal((await coordinator.post('/api/v1/tasks/cancel', { ids: [taskId] })).status, 204);
  await syncAll(device, network);
  const { state, answers, lateFrom } = await read();
  assert.deepEqual([state, answers, lateFrom], ['Canceled', { Height: 3.2 }, 1]);
  assert.equal(await device.database.commands.count(), 0);
});

test('a sign-in that is over stops the telling, and loses nothing', async (t) => {
  const { network, device, answer, service } = await inspecting(t);
  await answer('Height', 3.2);
  await service.database.db.deleteFrom('access_token').execute();
  service.services.actors.forget();
  await assert.rejects(syncAll(device, network), SignedOut);
  assert.equal(await device.database.commands.count(), 1);
});

test('who has finished without a network can go on, until the server has heard of the end', async (t) => {
  const { id, network, device, read, answer } = await inspecting(t);
  await answer('Height', 3.2);
  await finishInspection(device, id);
  assert.equal(await resumeInspection(device, id), true);
  await syncAll(device, network);
  assert.equal((await read()).state, 'Active');
  await finishInspection(device, id);
  await syncAll(device, network);
  assert.equal(await resumeInspection(device, id), false);
  assert.equal((await read()).state, 'Closed');
});
