import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import { createTaskPoints } from './create-task-points.ts';
import type { ListedTask, TaskGroup } from './group-tasks.ts';

const createLocation = (latitude: number) => ({ location: { latitude, longitude: 4.9 } });

const createListedTask = (id: string, overrides: object): ListedTask => ({
  task: {
    id,
    work: {
      task: { id, state: 'Assigned', dueDate: null, location: null, items: [], ...overrides },
    } as unknown as Work,
  },
  inspection: undefined,
});

test('the map has a point for each item of a task, and none for completed or changed tasks', () => {
  const groups = [
    { kind: 'changed', day: null, tasks: [createListedTask('changed', { items: [createLocation(50)] })] },
    {
      kind: 'late',
      day: null,
      tasks: [
        createListedTask('bridges', {
          items: [createLocation(52), createLocation(53)],
          dueDate: '2026-01-01T00:00:00Z',
        }),
      ],
    },
    {
      kind: 'unplanned',
      day: null,
      tasks: [createListedTask('noLocation', {}), createListedTask('located', createLocation(51))],
    },
    { kind: 'done', day: null, tasks: [createListedTask('done', { items: [createLocation(54)] })] },
  ] as TaskGroup[];
  const { points, tasks, unlocatedCount } = createTaskPoints(groups, Date.parse('2026-02-01T00:00:00Z'));
  assert.deepEqual(points, [
    ['bridges', 4.9, 52, 'Assigned', true],
    ['bridges', 4.9, 53, 'Assigned', true],
    ['located', 4.9, 51, 'Assigned', false],
  ]);
  assert.deepEqual([[...tasks.keys()], unlocatedCount], [['bridges', 'noLocation', 'located'], 1]);
});
