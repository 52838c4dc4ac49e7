import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { addPicture } from './add-picture.ts';
import { answerField } from './answer-field.ts';
import { type KeptInspection, NO_ITEM } from './kept.ts';
import { tidyUp } from './tidy-up.ts';

const DAY_MS = 86_400_000;

const inspection = (id: string, over: Partial<KeptInspection> = {}): KeptInspection =>
  ({
    ...{ id, taskId: null, sets: { [NO_ITEM]: { answers: {}, remarks: {} } }, items: [] },
    ...{ reading: { revision: 0, state: 'Closed' }, finishedAt: new Date(0).toISOString(), keptRevision: 0 },
    ...over,
  }) as KeptInspection;

test('what was done a week ago makes room with its pictures, but nothing that the server has not heard', async (t) => {
  let now = 0;
  const device = createDevice(t, () => now);
  const { database, files } = device;
  await database.inspections.bulkAdd([
    inspection('done'),
    inspection('untold'),
    inspection('open', { reading: { revision: 0, state: 'Active' } as never, finishedAt: null }),
  ]);
  const picture = { itemId: NO_ITEM, field: 'Overview', of: 'photos', name: 'a.jpg' } as const;
  const bytes = new Blob(['picture']);
  for (const inspectionId of ['done', 'untold'])
    await addPicture(device, { ...picture, inspectionId, bytes });
  await answerField(device, 'done', { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 1 });
  await database.commands.where({ inspectionId: 'done' }).delete();

  now = 6 * DAY_MS;
  await tidyUp(device);
  assert.equal(await database.inspections.count(), 3);
  now = 8 * DAY_MS;
  await tidyUp(device);
  assert.deepEqual((await database.inspections.toArray()).map(({ id }) => id).sort(), ['open', 'untold']);
  const [left] = await database.pictures.toArray();
  assert.deepEqual([left!.inspectionId, await files.ids()], ['untold', [left!.id]]);
});

test('a picture that is being kept right now is not taken for a stray one', async (t) => {
  let now = 0;
  const device = createDevice(t, () => now);
  await device.files.write('stray', new Blob(['cut off']));
  await tidyUp(device);
  assert.deepEqual(await device.files.ids(), ['stray']);
  now = DAY_MS;
  await tidyUp(device);
  assert.deepEqual(await device.files.ids(), []);
});
