import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LocalInspection, NO_ITEM } from '#inspector/store/local-data.ts';
import { mergeInspection } from '#inspector/store/merge-inspection.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { createUnsavedTracker } from '#questions/unsaved.ts';
import { withAnswer } from '#workbook-engine/change-answers.ts';
import { createActions } from './actions.ts';

test('answers to a merged inspection are saved in the inspection it was merged into', async (t) => {
  const device = createDevice(t);
  const { inspections, outbox } = device.database;
  const localInspection = {
    id: 'local',
    formPosition: null,
    serverState: null,
    sets: { [NO_ITEM]: { answers: {}, comments: {} } },
  };
  await inspections.add(localInspection as unknown as LocalInspection);
  const results: boolean[] = [];
  const actions = createActions({
    ...{ store: device, inspectionId: 'local', itemId: NO_ITEM, unsaved: createUnsavedTracker() },
    fetchFile: () => Promise.reject(new Error('There is no server.')),
    onSaveResult: (isSaved) => results.push(isSaved),
  });
  const saveNotes = (text: string) =>
    actions.updateAnswer('Notes', (answers) => withAnswer(answers, 'Notes', text));
  await saveNotes('Rust');
  await mergeInspection(device, 'local', 'existing');
  await saveNotes('Rust at the joint');
  await actions.addPicture(
    { field: 'Notes', kind: 'comment' },
    { bytes: new Blob(['x']), name: 'joint.jpg' },
  );
  const { sets } = (await inspections.get('existing'))!;
  assert.equal(sets[NO_ITEM]!.answers.Notes, 'Rust at the joint');
  assert.equal(sets[NO_ITEM]!.comments.Notes!.pictures!.length, 1);
  assert.deepEqual(
    [...new Set((await outbox.toArray()).map(({ inspectionId }) => inspectionId))],
    ['existing'],
  );
  assert.deepEqual(results, [true, true, true]);
});
