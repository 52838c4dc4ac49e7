import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { withAnswer, withoutInstance } from '#workbook-engine/change-answers.ts';
import { addPicture } from './add-picture.ts';
import { type LocalInspection, NO_ITEM } from './local-data.ts';
import { saveFormPosition } from './save-form-position.ts';
import { saveDraft, updateAnswer, updateComment } from './update-answer.ts';

const ID = 'inspection';

const openInspection = async (t: TestContext) => {
  const device = createDevice(t);
  const answers = { Defects: [{ Depth: 1 }, { Depth: 2 }] };
  await device.database.inspections.add({
    ...{ id: ID, formPosition: null, serverState: null, sets: { [NO_ITEM]: { answers, comments: {} } } },
  } as unknown as LocalInspection);
  const readInspection = async () => (await device.database.inspections.get(ID))!;
  const changeAnswer = (path: string, value: number) =>
    updateAnswer(device, ID, { itemId: NO_ITEM, path }, (answers) => withAnswer(answers, path, value));
  return { device, readInspection, changeAnswer };
};

test('concurrent changes to two entries of a repeat are both saved, and sent as one answer', async (t) => {
  const { device, readInspection, changeAnswer } = await openInspection(t);
  await Promise.all([changeAnswer('Defects[0].Depth', 3), changeAnswer('Defects[1].Depth', 4)]);
  assert.deepEqual((await readInspection()).sets[NO_ITEM]!.answers, {
    Defects: [{ Depth: 3 }, { Depth: 4 }],
  });
  const entries = await device.database.outbox.toArray();
  assert.deepEqual(
    entries.map(({ action }) => action.kind === 'answer' && [action.field, action.value]),
    [['Defects', [{ Depth: 3 }, { Depth: 4 }]]],
  );
});

test('removing an entry leaves the other entries unchanged', async (t) => {
  const { device, readInspection } = await openInspection(t);
  await updateAnswer(device, ID, { itemId: NO_ITEM, path: 'Defects' }, (answers) =>
    withoutInstance(answers, 'Defects', 0),
  );
  assert.deepEqual((await readInspection()).sets[NO_ITEM]!.answers, { Defects: [{ Depth: 2 }] });
});

test('a picture in an entry of a repeat is referenced in the entry, and belongs to the entry’s field', async (t) => {
  const { device, readInspection } = await openInspection(t);
  const id = await addPicture(device, {
    ...{ inspectionId: ID, itemId: NO_ITEM, field: 'Defects[1].Photos', kind: 'photos', name: 'crack.jpg' },
    bytes: new Blob(['x'], { type: 'image/jpeg' }),
  });
  assert.deepEqual((await readInspection()).sets[NO_ITEM]!.answers, {
    Defects: [{ Depth: 1 }, { Depth: 2, Photos: [id] }],
  });
  assert.equal((await device.database.pictures.get(id))!.field, 'Photos');
});

test('the question where the inspector left off is stored', async (t) => {
  const { device, readInspection } = await openInspection(t);
  await saveFormPosition(device, ID, { itemId: NO_ITEM, path: 'Defects[1].Depth' });
  assert.deepEqual((await readInspection()).formPosition, { itemId: NO_ITEM, path: 'Defects[1].Depth' });
});

test('text and a picture added concurrently to a comment are both saved', async (t) => {
  const { device, readInspection } = await openInspection(t);
  const comment = { itemId: NO_ITEM, field: 'Defects' };
  const [picture] = await Promise.all([
    addPicture(device, {
      ...{ inspectionId: ID, ...comment, kind: 'comment', name: 'crack.jpg' },
      bytes: new Blob(['x'], { type: 'image/jpeg' }),
    }),
    updateComment(device, ID, comment, (current) => ({ ...current, text: 'Deep' })),
  ]);
  assert.deepEqual((await readInspection()).sets[NO_ITEM]!.comments, {
    Defects: { text: 'Deep', pictures: [picture] },
  });
});

test('the draft of an invalid answer is stored until the answer is changed, and is not sent', async (t) => {
  const { device, readInspection, changeAnswer } = await openInspection(t);
  const path = 'Defects[1].Depth';
  await saveDraft(device, ID, { itemId: NO_ITEM, path }, '3x');
  assert.deepEqual((await readInspection()).drafts, { [NO_ITEM]: { [path]: '3x' } });
  assert.equal(await device.database.outbox.count(), 0);
  await changeAnswer('Defects[0].Depth', 5);
  assert.deepEqual((await readInspection()).drafts, { [NO_ITEM]: { [path]: '3x' } });
  await changeAnswer(path, 3);
  assert.deepEqual((await readInspection()).drafts, { [NO_ITEM]: {} });
});

test('drafts move with the entries of a repeat, and are removed with them', async (t) => {
  const { device, readInspection } = await openInspection(t);
  for (const path of ['Defects[0].Depth', 'Defects[1].Depth'])
    await saveDraft(device, ID, { itemId: NO_ITEM, path }, path);
  await updateAnswer(device, ID, { itemId: NO_ITEM, path: 'Defects' }, (answers) =>
    withoutInstance(answers, 'Defects', 0),
  );
  assert.deepEqual((await readInspection()).drafts, {
    [NO_ITEM]: { 'Defects[0].Depth': 'Defects[1].Depth' },
  });
});
