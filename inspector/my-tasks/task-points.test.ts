import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import type { Group, ListedTask } from './group-tasks.ts';
import { taskPoints } from './task-points.ts';

const at = (latitude: number) => ({ location: { latitude, longitude: 4.9 } });

const listed = (id: string, overrides: object): ListedTask => ({
  task: {
    id,
    work: {
      task: { id, state: 'Assigned', dueDate: null, location: null, items: [], ...overrides },
    } as unknown as Work,
  },
  inspection: undefined,
});

test('the map has a point for each item of a task, and none for completed and changed tasks', () => {
  const groups = [
    { kind: 'changed', day: null, tasks: [listed('changed', { items: [at(50)] })] },
    {
      kind: 'late',
      day: null,
      tasks: [listed('bridges', { items: [at(52), at(53)], dueDate: '2026-01-01T00:00:00Z' })],
    },
    { kind: 'unplanned', day: null, tasks: [listed('noLocation', {}), listed('located', at(51))] },
    { kind: 'done', day: null, tasks: [listed('done', { items: [at(54)] })] },
  ] as Group[];
  const { points, tasks, offMap } = taskPoints(groups, Date.parse('2026-02-01T00:00:00Z'));
  assert.deepEqual(points, [
    ['bridges', 4.9, 52, 'Assigned', true],
    ['bridges', 4.9, 53, 'Assigned', true],
    ['located', 4.9, 51, 'Assigned', false],
  ]);
  assert.deepEqual([[...tasks.keys()], offMap], [['bridges', 'noLocation', 'located'], 1]);
});
