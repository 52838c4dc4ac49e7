import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Dexie, liveQuery } from 'dexie';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { downgradeToVersion1 } from '#inspector/testing/downgrade-to-version-1.ts';
import { createDevice, createIdentity } from '#inspector/testing/memory-device.ts';
import { addPicture } from './add-picture.ts';
import { completeInspection } from './complete-inspection.ts';
import { openDeviceDatabase, STORE_PREFIX } from './device-database.ts';
import { openIdentity, readIdentity, updateIdentity } from './device-identity.ts';
import { type LocalInspection, NO_ITEM } from './local-data.ts';
import { findMergeTarget } from './merge-inspection.ts';
import { appendToOutbox, recordSendError, retryLater, takeNextEntry } from './outbox.ts';
import { saveFormPosition } from './save-form-position.ts';
import type { Store } from './store.ts';
import { readStoredValue, saveStoredValue } from './stored-values.ts';
import { saveDraft, updateComment } from './update-answer.ts';

const ACTIVE = 'active';
const COMPLETED = 'completed';
const REJECTED = 'rejected';
const HEIGHT = { itemId: NO_ITEM, path: 'Height' };

/** Creates a device with every kind of pending work. */
const createDeviceWithPendingWork = async (t: TestContext): Promise<Store> => {
  const device = createDevice(t);
  for (const id of [ACTIVE, COMPLETED, REJECTED]) {
    await device.database.inspections.add({
      ...{ id, taskId: `task of ${id}`, sets: { [NO_ITEM]: { answers: {}, comments: {} } } },
      ...{ completedAt: null, formPosition: null, serverState: null, acknowledgedRevision: 0 },
    } as unknown as LocalInspection);
    await appendToOutbox(device, id, { kind: 'start', startedAt: '2026-11-25T08:00:00.000Z' });
    await answerQuestion(device, id, 'Notes', `Rust (${id})`);
  }
  await updateComment(device, ACTIVE, { itemId: NO_ITEM, field: 'Notes' }, () => ({ text: 'At the joint' }));
  await saveDraft(device, ACTIVE, HEIGHT, '3x');
  await saveFormPosition(device, ACTIVE, HEIGHT);
  const picture = await addPicture(device, {
    ...{ inspectionId: ACTIVE, itemId: NO_ITEM, field: 'Overview', kind: 'photos', name: 'bridge.jpg' },
    bytes: new Blob(['bridge']),
  });
  await device.database.pictures.update(picture, { sent: 3, uploadUrl: '/api/v1/uploads/1' });
  await takeNextEntry(device, ACTIVE);
  await retryLater(device, ACTIVE, { random: 0, retryAfterMs: 120_000 });
  await completeInspection(device, COMPLETED);
  await recordSendError(device, REJECTED, { status: 422, message: 'No', fields: [] });
  await saveStoredValue(device, 'changeToken', '1:2');
  await saveStoredValue(device, 'mergedInto', { local: ACTIVE });
  await saveStoredValue(device, 'lastPosition', {
    location: { latitude: 52, longitude: 4 },
    takenAt: '2026-11-25T08:00:00.000Z',
  });
  await saveStoredValue(device, 'dismissedTaskChanges', [REJECTED]);
  return device;
};

const reopenDatabase = (t: TestContext, { database: { name } }: Store) => {
  const database = openDeviceDatabase(name.slice(STORE_PREFIX.length));
  t.after(() => database.delete());
  return database;
};

/** Reads the rows of all tables, and renumbers the outbox entries in the same order. */
const readRows = async (database: Dexie) => {
  const rows: Record<string, unknown[]> = {};
  for (const table of database.tables) rows[table.name] = await table.toArray();
  rows.outbox = rows.outbox!.map((entry, index) => ({ ...(entry as object), number: index + 1 }));
  return rows;
};

test('an updated app finds all pending work from the first version', async (t) => {
  const device = await createDeviceWithPendingWork(t);
  const expectedRows = await readRows(device.database);
  assert.deepEqual(
    [...new Set((await device.database.outbox.toArray()).map(({ action }) => action.kind))].sort(),
    ['answer', 'attach', 'complete', 'start'],
  );
  const version1 = await downgradeToVersion1(device.database);
  assert.equal(await version1.table('commands').count(), expectedRows.outbox!.length);
  version1.close();

  const database = reopenDatabase(t, device);
  assert.deepEqual(await readRows(database), expectedRows);
  const store = { ...device, database };
  assert.equal((await database.inspections.get(ACTIVE))!.drafts![NO_ITEM]!.Height, '3x');
  assert.equal(await findMergeTarget(store, 'local'), ACTIVE);
  assert.equal(await readStoredValue(store, 'changeToken'), '1:2');
  const [start] = await database.outbox.where({ inspectionId: ACTIVE }).toArray();
  assert.deepEqual([start!.action.kind, start!.isInFlight], ['start', true], 'the same request is retried');
  assert.equal((await database.pauses.get(REJECTED))!.error!.status, 422);
});

test('answers entered in a window still running the first version are preserved when the app restarts', async (t) => {
  const device = await createDeviceWithPendingWork(t);
  const oldWindow = await downgradeToVersion1(device.database);
  const database = reopenDatabase(t, device);
  assert.ok((await database.outbox.count()) > 0, 'the open window does not block the update');
  const count = await database.outbox.count();

  const value = 'Entered in the old window';
  await oldWindow.table('commands').add({
    ...{ inspectionId: ACTIVE, createdAt: 0, isInFlight: false },
    act: {
      kind: 'answer',
      itemId: NO_ITEM,
      field: 'Notes',
      isComment: false,
      value,
      baseRevision: 0,
      givenAt: '',
    },
  });
  await oldWindow.table('inspections').update(ACTIVE, { finishedAt: '2026-11-25T09:00:00.000Z' });
  database.close();
  const reopenedDatabase = reopenDatabase(t, device);
  const entries = await reopenedDatabase.outbox.orderBy('number').toArray();
  const { action } = entries.at(-1)!;
  assert.deepEqual([entries.length, action.kind === 'answer' && action.value], [count + 1, value]);
  const { completedAt, ...inspection } = (await reopenedDatabase.inspections.get(ACTIVE))!;
  assert.deepEqual([completedAt, 'finishedAt' in inspection], ['2026-11-25T09:00:00.000Z', false]);
  oldWindow.close();
});

test('an interrupted update loses nothing', async (t) => {
  const device = await createDeviceWithPendingWork(t);
  const expectedRows = await readRows(device.database);
  (await downgradeToVersion1(device.database)).close();
  const interruptedDatabase = reopenDatabase(t, device);
  interruptedDatabase.values.hook('creating', () => {
    throw new Error('killed');
  });
  await assert.rejects(interruptedDatabase.open(), /killed/);
  assert.deepEqual(await readRows(reopenDatabase(t, device)), expectedRows);
});

test('a person stays signed in after the update, and windows still running the first version restart', async (t) => {
  const identity = createIdentity(t);
  const storedIdentity = await updateIdentity(identity, () => ({
    owner: {
      ...{ deviceId: 'd1', tenancyName: 'default', id: 7, userName: 'anna' },
      ...{ name: 'Anna', surname: 'Visser', teamIds: ['t1'] },
    },
    unacknowledged: 'sign-out',
  }));
  await identity.delete();
  const oldWindow = new Dexie('ronda');
  oldWindow.version(1).stores({ facts: 'name' });
  await oldWindow.table('facts').add({ name: 'identity', value: storedIdentity });
  const hasOwner: boolean[] = [];
  const subscription = liveQuery(async () => (await oldWindow.table('facts').count()) > 0).subscribe(
    (found) => {
      hasOwner.push(found);
    },
  );
  while (hasOwner.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));

  assert.deepEqual(await readIdentity(openIdentity()), storedIdentity);
  // The first version reloads the page when its identity has no owner.
  while (hasOwner.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(hasOwner, [true, false]);
  subscription.unsubscribe();
  oldWindow.close();
});
