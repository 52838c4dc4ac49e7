import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { answerField } from './answer-field.ts';
import { forgetTasks, keepWork } from './keep-work.ts';
import { type KeptInspection, NO_ITEM } from './kept.ts';

const work = (id: string): Work =>
  ({ task: { id, state: 'Assigned', items: [] }, inspection: null }) as unknown as Work;

test('a task that went out of sight is forgotten, but for one of which something has not been told: it is known to be gone', async (t) => {
  const device = createDevice(t);
  const { tasks, inspections } = device.database;
  await keepWork(device, [work('untouched'), work('answered')]);
  await inspections.add({
    ...{ id: 'i', taskId: 'answered', sets: { [NO_ITEM]: { answers: {}, remarks: {} } }, items: [] },
    ...{ reading: null, finishedAt: null, keptRevision: 0 },
  } as unknown as KeptInspection);
  await answerField(device, 'i', { itemId: NO_ITEM, field: 'Height', isRemark: false, value: 1 });

  await forgetTasks(device, ['untouched', 'answered']);
  assert.deepEqual(
    (await tasks.toArray()).map(({ id, isGone }) => [id, isGone]),
    [['answered', true]],
  );
  await keepWork(device, [work('answered')]);
  assert.equal((await tasks.get('answered'))?.isGone, undefined, 'it came back');
});
