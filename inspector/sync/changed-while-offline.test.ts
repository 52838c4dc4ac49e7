import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import { completeInspection } from '#inspector/store/complete-inspection.ts';
import { startInspection } from '#inspector/store/start-inspection.ts';
import type { Store } from '#inspector/store/store.ts';
import { detectTaskChange } from '#inspector/store/task-change.ts';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { createNetwork, type Network } from '#inspector/testing/network.ts';
import { sendAll } from '#inspector/testing/send-all.ts';
import { taskBody } from '#service/testing/caller.ts';
import { removeAnswers } from '#service/testing/change-database.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService } from '#service/testing/start-service.ts';
import { pull } from './pull.ts';

// Changes to a task while its inspector is offline must never lose an answer.

const setUp = async (t: TestContext) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Locks',
    fields: [{ name: 'Height', type: 'decimal', required: true }],
  });
  const planner = await service.as('coordinator');
  const taskId = await planTask(service, planner, { workbookName: 'Locks', Height: undefined });
  const network = await createNetwork(service, 'anna');
  const person = { id: service.organisation.userIds.anna!, teamIds: [] };
  const createSyncedDevice = async (): Promise<Store> => {
    const device = createDevice(t);
    await pull(device, network.client, { person });
    return device;
  };
  /** Starts the task on the device and answers it, offline. */
  const startOffline = async (device: Store, height: number): Promise<string> => {
    const id = await startInspection(device, taskId);
    await answerQuestion(device, id, 'Height', height);
    return id;
  };
  /** Starts, answers and completes the task on the device, offline. */
  const completeOffline = async (device: Store, height: number): Promise<string> => {
    const id = await startOffline(device, height);
    await completeInspection(device, id);
    return id;
  };
  const read = (id: string) => network.client.request<Inspection>('GET', `/api/v1/inspections/${id}`);
  /** Syncs the device and returns the change to the task that the device shows. */
  const syncAndReadChange = async (device: Store, id: string) => {
    await pull(device, network.client, { person });
    const { tasks, inspections, outbox } = device.database;
    const hasUnsentChanges = (await outbox.where({ inspectionId: id }).count()) > 0;
    const inspection = await inspections.get(id);
    return detectTaskChange((await tasks.get(taskId))!, inspection, { userId: person.id, hasUnsentChanges });
  };
  const readTask = async () => (await planner.get(`/api/v1/tasks/${taskId}`)).body;
  const assignToBram = async (id: string) => {
    const { revision } = (await planner.get(`/api/v1/tasks/${id}`)).body;
    const patch = { assigneeId: service.organisation.userIds.bram };
    const response = await planner.request('PATCH', `/api/v1/tasks/${id}`, patch, {
      'if-match': `"${revision}"`,
    });
    assert.equal(response.status, 200, JSON.stringify(response.body));
  };
  return {
    service,
    planner,
    taskId,
    network,
    createSyncedDevice,
    startOffline,
    completeOffline,
    read,
    syncAndReadChange,
    readTask,
    assignToBram,
  };
};

const sendEverything = async (device: Store, network: Network) => {
  await sendAll(device, network.client);
  assert.equal(await device.database.outbox.count(), 0);
  assert.equal(await device.database.pauses.count(), 0);
};

test('R19, offline: a task started, answered and completed offline is Closed once the device is back online', async (t) => {
  const { network, createSyncedDevice, completeOffline, read, readTask } = await setUp(t);
  const device = await createSyncedDevice();
  const id = await completeOffline(device, 3.2);
  await sendEverything(device, network);
  assert.deepEqual([(await read(id)).answers, (await readTask()).state], [{ Height: 3.2 }, 'Closed']);
});

test('R19, cancelled: the answers become a late result, and the task stays cancelled', async (t) => {
  const {
    service,
    planner,
    taskId,
    network,
    createSyncedDevice,
    completeOffline,
    read,
    syncAndReadChange,
    readTask,
  } = await setUp(t);
  const device = await createSyncedDevice();
  const otherDevice = await service.as('anna');
  assert.equal((await otherDevice.post(`/api/v1/tasks/${taskId}/start`)).status, 201);
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [taskId] })).status, 204);
  const id = await completeOffline(device, 3.2);
  assert.deepEqual(await syncAndReadChange(device, id), {
    kind: 'cancelled',
    assigneeName: null,
    answerStatus: 'unsent',
  });
  await sendEverything(device, network);
  assert.deepEqual(await syncAndReadChange(device, id), {
    kind: 'cancelled',
    assigneeName: null,
    answerStatus: 'late',
  });
  const { state, answers, lateFromRevision } = await read(id);
  assert.deepEqual([state, answers, lateFromRevision], ['Canceled', { Height: 3.2 }, 1]);
  assert.equal((await readTask()).state, 'Canceled');
});

test('R19, reassigned: the answers are stored as a late result, and the new assignee keeps the task', async (t) => {
  const {
    taskId,
    network,
    createSyncedDevice,
    completeOffline,
    read,
    syncAndReadChange,
    readTask,
    assignToBram,
  } = await setUp(t);
  const device = await createSyncedDevice();
  await assignToBram(taskId);
  const id = await completeOffline(device, 3.2);
  await sendEverything(device, network);
  assert.deepEqual([(await read(id)).state, (await read(id)).answers], ['Canceled', { Height: 3.2 }]);
  assert.deepEqual(await syncAndReadChange(device, id), {
    kind: 'reassigned',
    assigneeName: 'bram',
    answerStatus: 'late',
  });
  const { state, assignee } = await readTask();
  assert.deepEqual([state, assignee.userName], ['Assigned', 'bram']);
});

test('R19, restarted: the answers stay with the inspection in which they were given', async (t) => {
  const { planner, taskId, network, createSyncedDevice, read, syncAndReadChange, readTask } = await setUp(t);
  const device = await createSyncedDevice();
  const id = await startInspection(device, taskId);
  await sendEverything(device, network);
  await answerQuestion(device, id, 'Height', 3.2);
  assert.equal((await planner.post('/api/v1/tasks/cancel', { ids: [taskId] })).status, 204);
  assert.equal((await planner.post('/api/v1/tasks/restart', { ids: [taskId] })).status, 204);
  await sendEverything(device, network);
  assert.deepEqual((await read(id)).answers, { Height: 3.2 });
  assert.equal((await readTask()).state, 'Assigned');
  assert.deepEqual(await syncAndReadChange(device, id), {
    kind: 'restarted',
    assigneeName: null,
    answerStatus: 'late',
  });
  const restartedInspectionId = await startInspection(device, taskId);
  assert.notEqual(restartedInspectionId, id);
  await sendEverything(device, network);
  assert.equal((await readTask()).inspectionId, restartedInspectionId);
});

test('R19, edited: the inspection is completed with the workbook version it was started with', async (t) => {
  const { service, network, createSyncedDevice, completeOffline, read, readTask } = await setUp(t);
  const device = await createSyncedDevice();
  const id = await completeOffline(device, 3.2);
  const newVersionId = await publishVersion(service, 'Locks', [
    { name: 'Depth', type: 'decimal', required: true },
  ]);
  await (await service.as('erp')).task('put', taskBody({ workbookName: 'Locks' }));
  assert.equal((await readTask()).workbook.versionId, newVersionId);
  await sendEverything(device, network);
  assert.deepEqual([(await read(id)).state, (await read(id)).answers], ['Closed', { Height: 3.2 }]);
  assert.equal((await readTask()).inspectionId, id);
});

test('R19, two devices: different answers from two devices that started the task offline are a conflict', async (t) => {
  const { network, createSyncedDevice, startOffline, read } = await setUp(t);
  const [phone, tablet] = [await createSyncedDevice(), await createSyncedDevice()];
  const [phoneInspection, tabletInspection] = [await startOffline(phone, 3.2), await startOffline(tablet, 4)];
  await sendEverything(phone, network);
  await sendAll(tablet, network.client, 'tablet');
  assert.equal(
    await tablet.database.inspections.get(tabletInspection),
    undefined,
    'the tablet has merged its inspection',
  );
  const { answers, conflicts } = await read(phoneInspection);
  assert.deepEqual([answers, conflicts.map(({ other }) => other.value)], [{ Height: 4 }, [3.2]]);
});

test('R19, two devices: answers that arrive after the other device completed the task are a late result', async (t) => {
  const { network, createSyncedDevice, startOffline, completeOffline, read, syncAndReadChange } =
    await setUp(t);
  const [phone, tablet] = [await createSyncedDevice(), await createSyncedDevice()];
  const [phoneInspection, tabletInspection] = [
    await completeOffline(phone, 3.2),
    await startOffline(tablet, 4),
  ];
  await sendEverything(phone, network);
  await sendEverything(tablet, network);
  assert.deepEqual(
    [(await read(phoneInspection)).state, (await read(phoneInspection)).answers],
    ['Closed', { Height: 3.2 }],
  );
  assert.deepEqual(
    [(await read(tabletInspection)).state, (await read(tabletInspection)).answers],
    ['Canceled', { Height: 4 }],
  );
  assert.deepEqual(await syncAndReadChange(tablet, tabletInspection), {
    kind: 'completedElsewhere',
    assigneeName: null,
    answerStatus: 'late',
  });
  assert.equal(await syncAndReadChange(phone, phoneInspection), undefined);
});

test('after a week offline, a device receives the current tasks, and all its answers arrive', async (t) => {
  const { service, planner, taskId, network, createSyncedDevice, completeOffline, read, assignToBram } =
    await setUp(t);
  const reassignedId = await planTask(service, planner, { externalId: 'WO-2', workbookName: 'Locks' });
  const device = await createSyncedDevice();
  const id = await completeOffline(device, 3.2);
  await assignToBram(reassignedId);
  // More changes than the app reads individually.
  for (let number = 0; number < 210; number++)
    await planTask(service, planner, { externalId: `W-${number}`, workbookName: 'Locks' });
  await pull(device, network.client, { person: { id: service.organisation.userIds.anna!, teamIds: [] } });
  assert.equal(await device.database.tasks.count(), 212);
  assert.equal((await device.database.tasks.get(reassignedId))!.work.task.assignee!.userName, 'bram');
  assert.equal((await device.database.inspections.get(id))!.taskId, taskId);
  await sendEverything(device, network);
  assert.deepEqual([(await read(id)).state, (await read(id)).answers], ['Closed', { Height: 3.2 }]);
});

test("after a restore from a backup, a device sends its unsent data and accepts the server's state", async (t) => {
  const { service, network, createSyncedDevice, startOffline, read } = await setUp(t);
  const { db } = service.database;
  const device = await createSyncedDevice();
  const id = await startOffline(device, 3.2);
  await sendEverything(device, network);
  const anna = { id: service.organisation.userIds.anna!, teamIds: [] };
  await pull(device, network.client, { person: anna });
  // The backup is older than the answer.
  await removeAnswers(db);

  await answerQuestion(device, id, 'Height', 4);
  await sendAll(device, network.client);
  assert.equal((await device.database.pauses.toArray())[0]!.error!.status, 422);
  await pull(device, network.client, { person: anna });
  await sendEverything(device, network);
  assert.deepEqual((await read(id)).answers, { Height: 4 });
  assert.deepEqual((await device.database.inspections.get(id))!.serverState!.answers, { Height: 4 });
});
