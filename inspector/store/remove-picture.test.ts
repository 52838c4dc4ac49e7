import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { addPicture } from './add-picture.ts';
import { type KeptInspection, NO_ITEM } from './kept.ts';
import { settle, takeNext } from './outbox.ts';
import { removePicture, restorePicture } from './remove-picture.ts';
import { tidyUp } from './tidy-up.ts';

const ID = 'inspection';
const PLACE = { inspectionId: ID, itemId: NO_ITEM, field: 'Overview', of: 'photos' } as const;

const inspecting = async (t: TestContext, now = Date.now) => {
  const device = createDevice(t, now);
  const sets = { [NO_ITEM]: { answers: {}, remarks: {} } };
  await device.database.inspections.add({
    id: ID,
    place: null,
    reading: null,
    sets,
  } as unknown as KeptInspection);
  const add = (name: string, instead?: string) =>
    addPicture(device, { ...PLACE, name, bytes: new Blob([name]), ...(instead && { instead }) });
  const named = async () => (await device.database.inspections.get(ID))!.sets[NO_ITEM]!.answers.Overview;
  const toBeSent = async () =>
    (await device.database.commands.toArray()).flatMap(({ act }) =>
      act.kind === 'attach' ? act.pictureId : [],
    );
  return { device, add, named, toBeSent };
};

test('a picture that is removed is neither named nor sent, and is both again when that is undone', async (t) => {
  const { device, add, named, toBeSent } = await inspecting(t);
  const [north, south] = [await add('north'), await add('south')];
  await removePicture(device, PLACE, north);
  assert.deepEqual([await named(), await toBeSent()], [[south], [south]]);
  await restorePicture(device, PLACE, { id: north, at: 0 });
  assert.deepEqual(
    [await named(), await toBeSent()],
    [
      [north, south],
      [south, north],
    ],
  );
});

test('one that is being sent while it is removed is sent to its end, and not again when it comes back', async (t) => {
  const { device, add, toBeSent } = await inspecting(t);
  const north = await add('north');
  const { number } = (await device.database.commands.toArray()).find(({ act }) => act.kind === 'attach')!;
  await device.database.commands.update(number, { isUnderWay: true });
  await removePicture(device, PLACE, north);
  assert.deepEqual(await toBeSent(), [north]);
  await device.database.pictures.update(north, { isArrived: true });
  await settle(device, (await device.database.commands.get(number))!);
  await restorePicture(device, PLACE, { id: north, at: 0 });
  assert.deepEqual(await toBeSent(), []);
  assert.equal((await takeNext(device, ID))!.act.kind, 'answer');
});

test('one that takes the place of another stands where that stood', async (t) => {
  const { add, named, toBeSent } = await inspecting(t);
  const [north, south] = [await add('north'), await add('south')];
  const drawn = await add('drawn', north);
  assert.deepEqual(
    [await named(), await toBeSent()],
    [
      [drawn, south],
      [south, drawn],
    ],
  );
});

test('when the app begins, what was removed makes room', async (t) => {
  let passed = 0;
  const { device, add } = await inspecting(t, () => Date.now() + passed);
  const [north, south, drawnOn] = [await add('north'), await add('south'), await add('drawn on')];
  await device.database.pictures.update(drawnOn, { isArrived: true });
  await device.database.pictures.update(south, { isArrived: true });
  await removePicture(device, PLACE, north);
  await add('drawn', drawnOn);
  await device.database.commands.clear();
  // Long enough for the files not to belong to an act that is under way.
  passed = 2 * 3_600_000;
  await tidyUp(device);
  assert.deepEqual(await device.files.ids(), [south]);
  assert.equal(await device.database.pictures.count(), 1);
});
