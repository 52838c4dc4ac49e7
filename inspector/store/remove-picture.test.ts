import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { addPicture } from './add-picture.ts';
import { type LocalInspection, NO_ITEM } from './local-data.ts';
import { recordAcknowledgement, takeNextEntry } from './outbox.ts';
import { removePicture, restorePicture } from './remove-picture.ts';
import { tidyUp } from './tidy-up.ts';

const ID = 'inspection';
const REFERENCE = { inspectionId: ID, itemId: NO_ITEM, field: 'Overview', kind: 'photos' } as const;

const openInspection = async (t: TestContext, now = Date.now) => {
  const device = createDevice(t, now);
  const sets = { [NO_ITEM]: { answers: {}, comments: {} } };
  await device.database.inspections.add({
    id: ID,
    formPosition: null,
    serverState: null,
    sets,
  } as unknown as LocalInspection);
  const add = (name: string, replacedId?: string) =>
    addPicture(device, { ...REFERENCE, name, bytes: new Blob([name]), ...(replacedId && { replacedId }) });
  const readReferencedIds = async () =>
    (await device.database.inspections.get(ID))!.sets[NO_ITEM]!.answers.Overview;
  const listPendingPictures = async () =>
    (await device.database.outbox.toArray()).flatMap(({ action }) =>
      action.kind === 'attach' ? action.pictureId : [],
    );
  return { device, add, readReferencedIds, listPendingPictures };
};

test('a removed picture is neither in the answer nor sent, until its removal is undone', async (t) => {
  const { device, add, readReferencedIds, listPendingPictures } = await openInspection(t);
  const [north, south] = [await add('north'), await add('south')];
  await removePicture(device, REFERENCE, north);
  assert.deepEqual([await readReferencedIds(), await listPendingPictures()], [[south], [south]]);
  await restorePicture(device, REFERENCE, { id: north, index: 0 });
  assert.deepEqual(
    [await readReferencedIds(), await listPendingPictures()],
    [
      [north, south],
      [south, north],
    ],
  );
});

test('a picture removed while being sent is sent once, even if it is restored', async (t) => {
  const { device, add, listPendingPictures } = await openInspection(t);
  const north = await add('north');
  const { number } = (await device.database.outbox.toArray()).find(({ action }) => action.kind === 'attach')!;
  await device.database.outbox.update(number, { isInFlight: true });
  await removePicture(device, REFERENCE, north);
  assert.deepEqual(await listPendingPictures(), [north]);
  await device.database.pictures.update(north, { isArrived: true });
  await recordAcknowledgement(device, (await device.database.outbox.get(number))!);
  await restorePicture(device, REFERENCE, { id: north, index: 0 });
  assert.deepEqual(await listPendingPictures(), []);
  assert.equal((await takeNextEntry(device, ID))!.action.kind, 'answer');
});

test('a picture that replaces another takes its place in the list', async (t) => {
  const { add, readReferencedIds, listPendingPictures } = await openInspection(t);
  const [north, south] = [await add('north'), await add('south')];
  const drawing = await add('drawing', north);
  assert.deepEqual(
    [await readReferencedIds(), await listPendingPictures()],
    [
      [drawing, south],
      [south, drawing],
    ],
  );
});

test('removed pictures are deleted when the app starts', async (t) => {
  let elapsedMs = 0;
  const { device, add } = await openInspection(t, () => Date.now() + elapsedMs);
  const [north, south, original] = [await add('north'), await add('south'), await add('original')];
  await device.database.pictures.update(original, { isArrived: true });
  await device.database.pictures.update(south, { isArrived: true });
  await removePicture(device, REFERENCE, north);
  await add('drawing', original);
  await device.database.outbox.clear();
  // By then, the files cannot belong to an action in progress.
  elapsedMs = 2 * 3_600_000;
  await tidyUp(device);
  assert.deepEqual(await device.files.listIds(), [south]);
  assert.equal(await device.database.pictures.count(), 1);
});
