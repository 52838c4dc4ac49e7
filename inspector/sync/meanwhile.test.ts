import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { answerField } from '#inspector/store/answer-field.ts';
import { finishInspection } from '#inspector/store/finish-inspection.ts';
import { NO_ITEM } from '#inspector/store/kept.ts';
import { meanwhileOf } from '#inspector/store/meanwhile-of.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import type { Store } from '#inspector/store/store.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { connect, type Network } from '#inspector/testing/network.ts';
import { tellAll } from '#inspector/testing/tell-all.ts';
import { draft } from '#service/testing/caller.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService } from '#service/testing/start-service.ts';
import { pull } from './pull.ts';

// What happens to a task while its inspector is out of reach (R19). No answer is lost, and nobody is left in the dark.

const away = async (t: TestContext) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [{ name: 'Height', type: 'decimal', required: true }],
  });
  const planner = await service.as('coordinator');
  const taskId = await planTask(service, planner, { workbookName: 'Locks', Height: undefined });
  const network = await connect(service, 'anna');
  const person = { id: service.organisation.userIds.anna!, teamIds: [] };
  const takeDevice = async (): Promise<Store> => {
    const device = createDevice(t);
    await pull(device, network.server, { person });
    return device;
  };
  /** Begins the task on the device and answers it, without a network. */
  const begin = async (device: Store, height: number): Promise<string> => {
    const id = await startInspection(device, taskId);
    await answerField(device, id, { itemId: NO_ITEM, field: 'Height', isRemark: false, value: height });
    return id;
  };
  /** And ends it there. */
  const perform = async (device: Store, height: number): Promise<string> => {
    const id = await begin(device, height);
    await finishInspection(device, id);
    return id;
  };
  const read = (id: string) => network.server.ask<Inspection>('GET', `/api/v1/inspections/${id}`);
  /** What the device says became of the task, once it has heard. */
  const tidings = async (device: Store, id: string) => {
    await pull(device, network.server, { person });
    const { tasks, inspections, commands } = device.database;
    const isUntold = (await commands.where({ inspectionId: id }).count()) > 0;
    const inspection = await inspections.get(id);
    return meanwhileOf((await tasks.get(taskId))!, inspection, { userId: person.id, isUntold });
  };
  const taskNow = async () => (await planner.get(`/api/v1/tasks/${taskId}`)).body;
  const giveToBram = async (id: string) => {
    const { revision } = (await planner.get(`/api/v1/tasks/${id}`)).body;
    const given = { assigneeId: service.organisation.userIds.bram };
    const answer = await planner.request('PATCH', `/api/v1/tasks/${id}`, given, {
      'if-match': `"${revision}"`,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  return {
    service,
    planner,
    taskId,
    network,
    takeDevice,
    begin,
    perform,
    read,
    tidings,
    taskNow,
    giveToBram,
  };
};

const toldAll = async (device: Store, network: Network) => {
  await tellAll(device, network.server);
  assert.equal(await device.database.commands.count(), 0);
  assert.equal(await device.database.queues.count(), 0);
};

test('R19, offline: a task that is begun, answered and ended without a network is Closed when the network is back', async (t) => {
  const { network, takeDevice, perform, read, taskNow } = await away(t);
  const device = await takeDevice();
  const id = await perform(device, 3.2);
  await toldAll(device, network);
  assert.deepEqual([(await read(id)).answers, (await taskNow()).state], [{ Height: 3.2 }, 'Closed']);
});

test('R19, cancelled meanwhile: what was answered is a late result, and the task stays cancelled', async (t) => {
  const { service, planner, taskId, network, takeDevice, perform, read, tidings, taskNow } = await away(t);
  const device = await takeDevice();
  const other = await service.as('anna');
  assert.equal((await other.post(`/api/v1/tasks/${taskId}/start`)).status, 201);
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [taskId] })).status, 204);
  const id = await perform(device, 3.2);
  assert.deepEqual(await tidings(device, id), { kind: 'cancelled', who: null, answers: 'on this device' });
  await toldAll(device, network);
  assert.deepEqual(await tidings(device, id), { kind: 'cancelled', who: null, answers: 'late' });
  const { state, answers, lateFrom } = await read(id);
  assert.deepEqual([state, answers, lateFrom], ['Canceled', { Height: 3.2 }, 1]);
  assert.equal((await taskNow()).state, 'Canceled');
});

test('R19, reassigned meanwhile: what was answered is kept beside the work of who has the task now', async (t) => {
  const { taskId, network, takeDevice, perform, read, tidings, taskNow, giveToBram } = await away(t);
  const device = await takeDevice();
  await giveToBram(taskId);
  const id = await perform(device, 3.2);
  await toldAll(device, network);
  assert.deepEqual([(await read(id)).state, (await read(id)).answers], ['Canceled', { Height: 3.2 }]);
  assert.deepEqual(await tidings(device, id), { kind: 'given away', who: 'bram', answers: 'late' });
  const { state, assignee } = await taskNow();
  assert.deepEqual([state, assignee.userName], ['Assigned', 'bram']);
});

test('R19, restarted meanwhile: what was answered before stays with the inspection it was about', async (t) => {
  const { planner, taskId, network, takeDevice, read, tidings, taskNow } = await away(t);
  const device = await takeDevice();
  const id = await startInspection(device, taskId);
  await toldAll(device, network);
  await answerField(device, id, { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 3.2 });
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [taskId] })).status, 204);
  assert.equal((await planner.post('/api/v1/tasks/restart', { ids: [taskId] })).status, 204);
  await toldAll(device, network);
  assert.deepEqual((await read(id)).answers, { Height: 3.2 });
  assert.equal((await taskNow()).state, 'Assigned');
  assert.deepEqual(await tidings(device, id), { kind: 'begun anew', who: null, answers: 'late' });
  const anew = await startInspection(device, taskId);
  assert.notEqual(anew, id);
  await toldAll(device, network);
  assert.equal((await taskNow()).inspectionId, anew);
});

test('R19, edited meanwhile: what was begun with the version of then is answered and ended with it', async (t) => {
  const { service, network, takeDevice, perform, read, taskNow } = await away(t);
  const device = await takeDevice();
  const id = await perform(device, 3.2);
  const newer = await publishVersion(service, 'Locks', [{ name: 'Depth', type: 'decimal', required: true }]);
  await (await service.as('erp')).task('put', draft({ workbookName: 'Locks' }));
  assert.equal((await taskNow()).workbook.versionId, newer);
  await toldAll(device, network);
  assert.deepEqual([(await read(id)).state, (await read(id)).answers], ['Closed', { Height: 3.2 }]);
  assert.equal((await taskNow()).inspectionId, id);
});

test('R19, two devices: both begin the task without a network, and what they say of one field is a conflict', async (t) => {
  const { network, takeDevice, begin, read } = await away(t);
  const [phone, tablet] = [await takeDevice(), await takeDevice()];
  const [there, here] = [await begin(phone, 3.2), await begin(tablet, 4)];
  await toldAll(phone, network);
  await tellAll(tablet, network.server, 'tablet');
  assert.equal(await tablet.database.inspections.get(here), undefined, 'it is the inspection that is there');
  const { answers, conflicts } = await read(there);
  assert.deepEqual([answers, conflicts.map(({ other }) => other.value)], [{ Height: 4 }, [3.2]]);
});

test('R19, two devices: one ends the task before the other is heard, whose answers are a late result', async (t) => {
  const { network, takeDevice, begin, perform, read, tidings } = await away(t);
  const [phone, tablet] = [await takeDevice(), await takeDevice()];
  const [there, here] = [await perform(phone, 3.2), await begin(tablet, 4)];
  await toldAll(phone, network);
  await toldAll(tablet, network);
  assert.deepEqual([(await read(there)).state, (await read(there)).answers], ['Closed', { Height: 3.2 }]);
  assert.deepEqual([(await read(here)).state, (await read(here)).answers], ['Canceled', { Height: 4 }]);
  assert.deepEqual(await tidings(tablet, here), { kind: 'ended elsewhere', who: null, answers: 'late' });
  assert.equal(await tidings(phone, there), undefined);
});

test('who was away for a week, in which much has changed, has the work of today, and all of the answers of then arrive', async (t) => {
  const { service, planner, taskId, network, takeDevice, perform, read, giveToBram } = await away(t);
  const givenAway = await planTask(service, planner, { externalId: 'WO-2', workbookName: 'Locks' });
  const device = await takeDevice();
  const id = await perform(device, 3.2);
  await giveToBram(givenAway);
  // More than are told one by one.
  for (let number = 0; number < 210; number++)
    await planTask(service, planner, { externalId: `W-${number}`, workbookName: 'Locks' });
  await pull(device, network.server, { person: { id: service.organisation.userIds.anna!, teamIds: [] } });
  assert.equal(await device.database.tasks.count(), 212);
  assert.equal((await device.database.tasks.get(givenAway))!.work.task.assignee!.userName, 'bram');
  assert.equal((await device.database.inspections.get(id))!.taskId, taskId);
  await toldAll(device, network);
  assert.deepEqual([(await read(id)).state, (await read(id)).answers], ['Closed', { Height: 3.2 }]);
});

test('after the server was restored from a backup a device tells what waits on it, and takes over what the server knows', async (t) => {
  const { service, network, takeDevice, begin, read } = await away(t);
  const { db } = service.database;
  const device = await takeDevice();
  const id = await begin(device, 3.2);
  await toldAll(device, network);
  const anna = { id: service.organisation.userIds.anna!, teamIds: [] };
  await pull(device, network.server, { person: anna });
  // As it would be if the backup were older than the answer.
  await db.deleteFrom('answer').execute();
  await db.updateTable('inspection').set({ revision: 0 }).execute();
  await db.updateTable('feed_counter').set({ version: 1 }).execute();

  await answerField(device, id, { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 4 });
  await tellAll(device, network.server);
  assert.equal((await device.database.queues.toArray())[0]!.trouble!.status, 422);
  await pull(device, network.server, { person: anna });
  await toldAll(device, network);
  assert.deepEqual((await read(id)).answers, { Height: 4 });
  assert.deepEqual((await device.database.inspections.get(id))!.reading!.answers, { Height: 4 });
});
