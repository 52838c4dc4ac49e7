import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { answerField } from '#inspector/store/answer-field.ts';
import { finishInspection } from '#inspector/store/finish-inspection.ts';
import { NO_ITEM } from '#inspector/store/kept.ts';
import { nextRetry, readyInspections, retryNow } from '#inspector/store/outbox.ts';
import { removePicture } from '#inspector/store/remove-picture.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { connect } from '#inspector/testing/network.ts';
import { tellAll } from '#inspector/testing/tell-all.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';
import { pull } from './pull.ts';

// What could keep a device from ever telling the rest, or make it tell what is over.

/** A task that was begun on a device and answered. */
const begun = async (t: TestContext) => {
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
  const network = await connect(service, 'anna');
  const device = createDevice(t);
  await pull(device, network.server, { person: { id: service.organisation.userIds.anna!, teamIds: [] } });
  const id = await startInspection(device, taskId);
  await answerField(device, id, { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 3.2 });
  const read = (which = id) => network.server.ask<Inspection>('GET', `/api/v1/inspections/${which}`);
  const tell = () => tellAll(device, network.server);
  const assertAllTold = async () => {
    assert.deepEqual(await device.database.queues.toArray(), []);
    assert.equal(await device.database.commands.count(), 0);
  };
  return { service, planner, taskId, network, device, id, read, tell, assertAllTold };
};

test('an end whose receipt was lost does not end again what was returned meanwhile', async (t) => {
  const { planner, network, device, id, read, tell, assertAllTold } = await begun(t);
  await tell();
  await finishInspection(device, id);
  network.bringsAnswers = false;
  await tell();
  network.bringsAnswers = true;
  assert.equal((await planner.post(`/api/v1/inspections/${id}/return`, { comment: 'Again' })).status, 200);
  await retryNow(device);
  await tell();
  await assertAllTold();
  assert.equal((await read()).state, 'Active');
  assert.equal((await device.database.inspections.get(id))!.finishedAt, null);
});

test('a device that is killed while it takes over the inspection that another began tells all of it later', async (t) => {
  const { service, taskId, device, read, tell, assertAllTold } = await begun(t);
  const there = (await (await service.as('anna')).post(`/api/v1/tasks/${taskId}/start`)).body.id;
  const { inspections } = device.database;
  const put = inspections.put;
  inspections.put = () => {
    throw new Error('killed');
  };
  await tell();
  inspections.put = put;
  await device.database.queues.clear();
  await tell();
  await assertAllTold();
  assert.deepEqual((await read(there)).answers, { Height: 3.2 });
});

test('a picture that was taken away on its way, and is then refused, keeps nothing back', async (t) => {
  const { device, id, read, tell, assertAllTold } = await begun(t);
  const place = { inspectionId: id, itemId: NO_ITEM, field: 'Overview', of: 'photos' } as const;
  const bytes = new Blob(['no picture'], { type: 'image/jpeg' });
  const picture = await addPicture(device, { ...place, name: 'bridge.jpg', bytes });
  await device.database.commands.filter(({ act }) => act.kind === 'attach').modify({ isUnderWay: true });
  await removePicture(device, place, picture);
  await finishInspection(device, id);
  await tell();
  // The app goes on by itself; who tells all once stops where something was refused.
  await tell();
  await assertAllTold();
  assert.equal((await read()).state, 'Closed');
});

test('what is to wait until a year from now, by a clock that was ahead, is told at once', async (t) => {
  const { device, id } = await begun(t);
  const retryAt = new Date(Date.now() + 365 * 86_400_000).toISOString();
  await device.database.queues.put({ inspectionId: id, failures: 1, retryAt, trouble: null });
  assert.deepEqual(await readyInspections(device), [id]);
});

test('what is being told, or has been, wakes nobody again and again', async (t) => {
  const { device, id } = await begun(t);
  const retryAt = new Date(Date.now() - 1_000).toISOString();
  await device.database.queues.put({ inspectionId: id, failures: 1, retryAt, trouble: null });
  assert.equal(await nextRetry(device), undefined);
});
