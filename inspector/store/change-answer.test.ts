import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { withAnswer, withoutEntry } from '#workbook-engine/change-answers.ts';
import { addPicture } from './add-picture.ts';
import { changeAnswer, changeRemark } from './change-answer.ts';
import { keepPlace } from './keep-place.ts';
import { type KeptInspection, NO_ITEM } from './kept.ts';

const ID = 'inspection';

const inspecting = async (t: TestContext) => {
  const device = createDevice(t);
  const answers = { Defects: [{ Depth: 1 }, { Depth: 2 }] };
  await device.database.inspections.add({
    ...{ id: ID, place: null, reading: null, sets: { [NO_ITEM]: { answers, remarks: {} } } },
  } as unknown as KeptInspection);
  const kept = async () => (await device.database.inspections.get(ID))!;
  const change = (path: string, value: number) =>
    changeAnswer(device, ID, { itemId: NO_ITEM, path }, (before) => withAnswer(before, path, value));
  return { device, kept, change };
};

test('changes to two entries of a repeat at the same moment both count, and are told as one answer', async (t) => {
  const { device, kept, change } = await inspecting(t);
  await Promise.all([change('Defects[0].Depth', 3), change('Defects[1].Depth', 4)]);
  assert.deepEqual((await kept()).sets[NO_ITEM]!.answers, { Defects: [{ Depth: 3 }, { Depth: 4 }] });
  const commands = await device.database.commands.toArray();
  assert.deepEqual(
    commands.map(({ act }) => act.kind === 'answer' && [act.field, act.value]),
    [['Defects', [{ Depth: 3 }, { Depth: 4 }]]],
  );
});

test('an entry that is removed leaves the others as they are', async (t) => {
  const { device, kept } = await inspecting(t);
  await changeAnswer(device, ID, { itemId: NO_ITEM, path: 'Defects' }, (before) =>
    withoutEntry(before, 'Defects', 0),
  );
  assert.deepEqual((await kept()).sets[NO_ITEM]!.answers, { Defects: [{ Depth: 2 }] });
});

test('a picture of an entry is named within the entry, and is of the field that asks for it', async (t) => {
  const { device, kept } = await inspecting(t);
  const id = await addPicture(device, {
    ...{ inspectionId: ID, itemId: NO_ITEM, field: 'Defects[1].Photos', of: 'photos', name: 'crack.jpg' },
    bytes: new Blob(['x'], { type: 'image/jpeg' }),
  });
  assert.deepEqual((await kept()).sets[NO_ITEM]!.answers, {
    Defects: [{ Depth: 1 }, { Depth: 2, Photos: [id] }],
  });
  assert.equal((await device.database.pictures.get(id))!.field, 'Photos');
});

test('where the inspector was is found again', async (t) => {
  const { device, kept } = await inspecting(t);
  await keepPlace(device, ID, { itemId: NO_ITEM, path: 'Defects[1].Depth' });
  assert.deepEqual((await kept()).place, { itemId: NO_ITEM, path: 'Defects[1].Depth' });
});

test('a comment that is written while a picture is added to it loses neither', async (t) => {
  const { device, kept } = await inspecting(t);
  const at = { itemId: NO_ITEM, field: 'Defects' };
  const [picture] = await Promise.all([
    addPicture(device, {
      ...{ inspectionId: ID, ...at, of: 'remark', name: 'crack.jpg' },
      bytes: new Blob(['x'], { type: 'image/jpeg' }),
    }),
    changeRemark(device, ID, at, (before) => ({ ...before, text: 'Deep' })),
  ]);
  assert.deepEqual((await kept()).sets[NO_ITEM]!.remarks, { Defects: { text: 'Deep', pictures: [picture] } });
});
