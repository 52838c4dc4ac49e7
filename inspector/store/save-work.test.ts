import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import { answerQuestion } from '#inspector/testing/answer-question.ts';
import { createDevice } from '#inspector/testing/memory-device.ts';
import { type LocalInspection, NO_ITEM } from './local-data.ts';
import { removeTasks, saveWork } from './save-work.ts';

const createWork = (id: string): Work =>
  ({ task: { id, state: 'Assigned', items: [] }, inspection: null }) as unknown as Work;

test('a task that the person lost access to is removed, or marked as gone if it has unsent answers', async (t) => {
  const device = createDevice(t);
  const { tasks, inspections } = device.database;
  await saveWork(device, [createWork('untouched'), createWork('answered')]);
  await inspections.add({
    ...{ id: 'i', taskId: 'answered', sets: { [NO_ITEM]: { answers: {}, comments: {} } }, items: [] },
    ...{ serverState: null, completedAt: null, acknowledgedRevision: 0 },
  } as unknown as LocalInspection);
  await answerQuestion(device, 'i', 'Height', 1);

  await removeTasks(device, ['untouched', 'answered']);
  assert.deepEqual(
    (await tasks.toArray()).map(({ id, isGone }) => [id, isGone]),
    [['answered', true]],
  );
  await saveWork(device, [createWork('answered')]);
  assert.equal((await tasks.get('answered'))?.isGone, undefined, 'access was restored');
});

test('a started task is not listed before its inspection is stored', async (t) => {
  const device = createDevice(t);
  const { tasks, inspections } = device.database;
  inspections.hook('creating', () => {
    throw new Error('killed');
  });
  const startedWork = {
    ...createWork('started'),
    inspection: { id: 'i', items: [], revision: 0 },
  } as unknown as Work;
  await assert.rejects(saveWork(device, [startedWork]), /killed/);
  assert.equal(await tasks.count(), 0);
});
