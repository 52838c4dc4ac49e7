import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adoptInspection } from '#inspector/store/adopt-inspection.ts';
import { type KeptInspection, NO_ITEM } from '#inspector/store/kept.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { actsOf } from './acts.ts';
import { createUnkept } from './unkept.ts';

test('what is typed while an inspection becomes part of one that was begun elsewhere is kept there', async (t) => {
  const device = createDevice(t);
  const { inspections, commands } = device.database;
  const own = { id: 'own', place: null, reading: null, sets: { [NO_ITEM]: { answers: {}, remarks: {} } } };
  await inspections.add(own as unknown as KeptInspection);
  const kept: boolean[] = [];
  const acts = actsOf({
    ...{ store: device, inspectionId: 'own', itemId: NO_ITEM, unkept: createUnkept() },
    form: compileForm({ fields: [{ name: 'Notes', type: 'text' }] }).form,
    circumstances: () => ({ now: 0, timeZone: 'UTC', language: 'en' }),
    fetchFile: () => Promise.reject(new Error('There is no server.')),
    onKeep: (isKept) => kept.push(isKept),
  });
  await acts.answer('Notes', 'Rust');
  await adoptInspection(device, 'own', 'there');
  await acts.answer('Notes', 'Rust at the joint');
  await acts.addPicture({ field: 'Notes', of: 'remark' }, { bytes: new Blob(['x']), name: 'joint.jpg' });
  const { sets } = (await inspections.get('there'))!;
  assert.equal(sets[NO_ITEM]!.answers.Notes, 'Rust at the joint');
  assert.equal(sets[NO_ITEM]!.remarks.Notes!.pictures!.length, 1);
  assert.deepEqual(
    [...new Set((await commands.toArray()).map(({ inspectionId }) => inspectionId))],
    ['there'],
  );
  assert.deepEqual(kept, [true, true, true]);
});
