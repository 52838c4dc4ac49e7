import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import type { LocalInspection, LocalTask } from '#inspector/store/local-data.ts';
import { findTasks } from './find-tasks.ts';
import { groupByDistance, groupTasks, type TaskGroup } from './group-tasks.ts';

const NOW = Date.parse('2026-11-25T10:00:00Z');
const ANNA = 4;

const createTask = (title: string, overrides: Partial<Work['task']> = {}): LocalTask => ({
  id: title,
  work: {
    task: {
      ...{ id: title, title, state: 'Assigned', assignee: { id: ANNA }, items: [], externalId: 'WO-1' },
      ...{ plannedStart: null, startDate: null, dueDate: null, description: null },
      ...{ team: { title: 'Bridges' }, workbook: { title: 'Bridge inspection' } },
      modifiedAt: '2026-11-24T10:00:00Z',
      ...overrides,
    },
  } as Work,
});

const buildGroups = (
  tasks: LocalTask[],
  inspections: Partial<LocalInspection>[] = [],
  { unsentIds = [], dismissedIds = [] }: { unsentIds?: string[]; dismissedIds?: string[] } = {},
) =>
  groupTasks(tasks, inspections as LocalInspection[], {
    now: NOW,
    userId: ANNA,
    formatDay: (instant) => new Date(instant).toISOString().slice(0, 10),
    unsentIds: new Set(unsentIds),
    dismissedIds: new Set(dismissedIds),
  });

const listIdsByGroup = (...parameters: Parameters<typeof buildGroups>) =>
  buildGroups(...parameters).map(({ kind, day, tasks }) => [day ?? kind, tasks.map(({ task }) => task.id)]);

test('late tasks come first, followed by tasks by day, unplanned tasks, and tasks available to the team', () => {
  const tasks = [
    createTask('open', { assignee: null, state: 'New' }),
    createTask('whenever'),
    createTask('tomorrow', { plannedStart: '2026-11-26T08:00:00Z' }),
    createTask('overdue', { dueDate: '2026-11-24T16:00:00Z' }),
    createTask('afternoon', { plannedStart: '2026-11-25T14:00:00Z' }),
    createTask('morning', { plannedStart: '2026-11-25T08:00:00Z' }),
    createTask('yesterday', { plannedStart: '2026-11-24T08:00:00Z', dueDate: '2026-11-30T00:00:00Z' }),
  ];
  assert.deepEqual(listIdsByGroup(tasks), [
    ['late', ['overdue']],
    ['2026-11-25', ['yesterday', 'morning', 'afternoon']],
    ['2026-11-26', ['tomorrow']],
    ['unplanned', ['whenever']],
    ['open', ['open']],
  ]);
});

test('a started task is listed under today, and a completed task under done, even before the completion is sent', () => {
  const startedInspection = {
    id: 'i1',
    taskId: 'started',
    startedAt: '2026-11-25T09:00:00Z',
    completedAt: null,
  };
  const completedInspection = {
    id: 'i2',
    taskId: 'ended',
    startedAt: '2026-11-25T09:00:00Z',
    completedAt: '2026-11-25T09:30:00Z',
  };
  const tasks = [createTask('started'), createTask('ended')];
  assert.deepEqual(listIdsByGroup(tasks, [startedInspection, completedInspection]), [
    ['2026-11-25', ['started']],
    ['done', ['ended']],
  ]);
});

test('other people’s tasks and tasks completed long ago are not listed', () => {
  const oldInspection = {
    id: 'i',
    taskId: 'old',
    startedAt: '2026-11-01T09:00:00Z',
    completedAt: '2026-11-01T10:00:00Z',
  };
  const tasks = [
    createTask('reassigned', { assignee: { id: 5, userName: 'bram', name: 'Bram', surname: 'Bos' } }),
    createTask('cancelled', { state: 'Canceled' }),
    createTask('old', { state: 'Closed' }),
  ];
  assert.deepEqual(listIdsByGroup(tasks, [oldInspection]), []);
});

const BRAM = { id: 5, userName: 'bram', name: 'Bram', surname: 'Bos' };
const createInspection = (
  taskId: string,
  overrides: Partial<LocalInspection> = {},
): Partial<LocalInspection> => ({
  ...{ id: `i ${taskId}`, taskId, startedAt: '2026-11-25T08:00:00Z', completedAt: null, serverState: null },
  ...overrides,
});

test('tasks changed by others come first until the inspector dismisses the message', () => {
  const tasks = [
    createTask('late', { dueDate: '2026-11-24T16:00:00Z' }),
    createTask('cancelled', { state: 'Canceled' }),
    createTask('reassigned', { assignee: BRAM }),
  ];
  const startedInspections = ['cancelled', 'reassigned'].map((id) => createInspection(id));
  const unsentIds = ['i cancelled'];
  assert.deepEqual(listIdsByGroup(tasks, startedInspections, { unsentIds }), [
    ['changed', ['cancelled', 'reassigned']],
    ['late', ['late']],
  ]);
  const [{ tasks: changedTasks }] = buildGroups(tasks, startedInspections, { unsentIds }) as [TaskGroup];
  assert.deepEqual(
    changedTasks.map(({ taskChange }) => taskChange),
    [
      { kind: 'cancelled', assigneeName: null, answerStatus: 'unsent' },
      { kind: 'reassigned', assigneeName: 'Bram Bos', answerStatus: 'received' },
    ],
  );
  const dismissedIds = ['i cancelled', 'i reassigned'];
  assert.deepEqual(listIdsByGroup(tasks, startedInspections, { dismissedIds }).at(-1), [
    'done',
    ['cancelled', 'reassigned'],
  ]);
});

test('a restarted task is listed as open, with a message', () => {
  const serverState = { state: 'Canceled', lateFromRevision: 3 } as LocalInspection['serverState'];
  const [group] = buildGroups(
    [createTask('restarted', { dueDate: '2026-11-24T16:00:00Z' })],
    [createInspection('restarted', { serverState, completedAt: '2026-11-25T09:00:00Z' })],
  ) as [TaskGroup];
  assert.equal(group.kind, 'late');
  assert.deepEqual(group.tasks[0]!.taskChange, {
    kind: 'restarted',
    assigneeName: null,
    answerStatus: 'late',
  });
});

test('the distance view lists tasks by distance, followed by tasks without a location, and completed tasks last', () => {
  const createLocation = (latitude: number) => ({ location: { latitude, longitude: 4.9 } });
  const tasks = [
    createTask('far', createLocation(53)),
    createTask('somewhere', { location: null, dueDate: '2026-11-24T16:00:00Z' }),
    createTask('near', { ...createLocation(52.01), plannedStart: '2026-11-28T08:00:00Z' }),
    createTask('ended', createLocation(52)),
  ];
  const groups = buildGroups(tasks, [createInspection('ended', { completedAt: '2026-11-25T09:30:00Z' })]);
  const listIdsByDistance = (position: { latitude: number; longitude: number } | undefined) =>
    groupByDistance(groups, position).map(({ kind, tasks: listedTasks }) => [
      kind,
      listedTasks.map(({ task }) => task.id),
    ]);
  assert.deepEqual(listIdsByDistance({ latitude: 52, longitude: 4.9 }), [
    ['byDistance', ['near', 'far']],
    ['noLocation', ['somewhere']],
    ['done', ['ended']],
  ]);
  assert.deepEqual(listIdsByDistance(undefined)[1], ['noLocation', ['somewhere']]);
});

test('a task is found by any of its words, ignoring case and accents', () => {
  const tasks = [
    createTask('Café aan de kade', { externalId: 'WO-7' }),
    createTask('Brug', {
      items: [{ title: 'Magere Brug', externalId: 'BR-001', address: 'Amstel 81' }] as never,
    }),
  ];
  const findIds = (text: string) => findTasks(tasks, text).map(({ id }) => id);
  assert.deepEqual(findIds('cafe KADE'), ['Café aan de kade']);
  assert.deepEqual(findIds('amstel br-001'), ['Brug']);
  assert.deepEqual(findIds('wo-7 amstel'), []);
  assert.equal(findIds('  ').length, 2);
});
