import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { addPicture } from './add-picture.ts';
import { type LocalInspection, NO_ITEM } from './local-data.ts';
import { tidyUp } from './tidy-up.ts';

const DAY_MS = 86_400_000;

const createInspection = (id: string, overrides: Partial<LocalInspection> = {}): LocalInspection =>
  ({
    ...{ id, taskId: null, sets: { [NO_ITEM]: { answers: {}, comments: {} } }, items: [] },
    ...{
      serverState: { revision: 0, state: 'Closed' },
      completedAt: new Date(0).toISOString(),
      acknowledgedRevision: 0,
    },
    ...overrides,
  }) as LocalInspection;

test('inspections completed a week ago are removed along with their pictures, unless they have unsent changes', async (t) => {
  let now = 0;
  const device = createDevice(t, () => now);
  const { database, files } = device;
  await database.inspections.bulkAdd([
    createInspection('done'),
    createInspection('unsent'),
    createInspection('open', { serverState: { revision: 0, state: 'Active' } as never, completedAt: null }),
  ]);
  const picture = { itemId: NO_ITEM, field: 'Overview', kind: 'photos', name: 'a.jpg' } as const;
  const bytes = new Blob(['picture']);
  for (const inspectionId of ['done', 'unsent'])
    await addPicture(device, { ...picture, inspectionId, bytes });
  await answerQuestion(device, 'done', 'Height', 1);
  await database.outbox.where({ inspectionId: 'done' }).delete();

  now = 6 * DAY_MS;
  await tidyUp(device);
  assert.equal(await database.inspections.count(), 3);
  now = 8 * DAY_MS;
  await tidyUp(device);
  assert.deepEqual((await database.inspections.toArray()).map(({ id }) => id).sort(), ['open', 'unsent']);
  const [remaining] = await database.pictures.toArray();
  assert.deepEqual([remaining!.inspectionId, await files.listIds()], ['unsent', [remaining!.id]]);
});

test('a picture that is being saved is not deleted as an orphan', async (t) => {
  let now = 0;
  const device = createDevice(t, () => now);
  await device.files.write('stray', new Blob(['cut off']));
  await tidyUp(device);
  assert.deepEqual(await device.files.listIds(), ['stray']);
  now = DAY_MS;
  await tidyUp(device);
  assert.deepEqual(await device.files.listIds(), []);
});
