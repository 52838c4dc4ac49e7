import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import type { LocalInspection, LocalTask } from '#inspector/store/local-data.ts';
import { findTasks } from './find-tasks.ts';
import { type Group, groupByDistance, groupTasks } from './group-tasks.ts';

const NOW = Date.parse('2026-11-25T10:00:00Z');
const ANNA = 4;

const localTask = (title: string, overrides: Partial<Work['task']> = {}): LocalTask => ({
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

const groupsOf = (
  tasks: LocalTask[],
  inspections: Partial<LocalInspection>[] = [],
  { unsent = [], acknowledged = [] }: { unsent?: string[]; acknowledged?: string[] } = {},
) =>
  groupTasks(tasks, inspections as LocalInspection[], {
    now: NOW,
    userId: ANNA,
    dayOf: (instant) => new Date(instant).toISOString().slice(0, 10),
    unsent: new Set(unsent),
    acknowledged: new Set(acknowledged),
  });

const idsByGroup = (...parameters: Parameters<typeof groupsOf>) =>
  groupsOf(...parameters).map(({ kind, day, tasks }) => [day ?? kind, tasks.map(({ task }) => task.id)]);

test('late tasks come first, then tasks by day, unplanned tasks, and tasks that are available to the team', () => {
  const tasks = [
    localTask('open', { assignee: null, state: 'New' }),
    localTask('whenever'),
    localTask('tomorrow', { plannedStart: '2026-11-26T08:00:00Z' }),
    localTask('overdue', { dueDate: '2026-11-24T16:00:00Z' }),
    localTask('afternoon', { plannedStart: '2026-11-25T14:00:00Z' }),
    localTask('morning', { plannedStart: '2026-11-25T08:00:00Z' }),
    localTask('yesterday', { plannedStart: '2026-11-24T08:00:00Z', dueDate: '2026-11-30T00:00:00Z' }),
  ];
  assert.deepEqual(idsByGroup(tasks), [
    ['late', ['overdue']],
    ['2026-11-25', ['yesterday', 'morning', 'afternoon']],
    ['2026-11-26', ['tomorrow']],
    ['unplanned', ['whenever']],
    ['open', ['open']],
  ]);
});

test('a started task is listed under today, and a completed one under done even before it is sent', () => {
  const started = { id: 'i1', taskId: 'started', startedAt: '2026-11-25T09:00:00Z', finishedAt: null };
  const ended = {
    id: 'i2',
    taskId: 'ended',
    startedAt: '2026-11-25T09:00:00Z',
    finishedAt: '2026-11-25T09:30:00Z',
  };
  assert.deepEqual(idsByGroup([localTask('started'), localTask('ended')], [started, ended]), [
    ['2026-11-25', ['started']],
    ['done', ['ended']],
  ]);
});

test('tasks of other people and tasks that were completed long ago are not listed', () => {
  const old = {
    id: 'i',
    taskId: 'old',
    startedAt: '2026-11-01T09:00:00Z',
    finishedAt: '2026-11-01T10:00:00Z',
  };
  const tasks = [
    localTask('reassigned', { assignee: { id: 5, userName: 'bram', name: 'Bram', surname: 'Bos' } }),
    localTask('cancelled', { state: 'Canceled' }),
    localTask('old', { state: 'Closed' }),
  ];
  assert.deepEqual(idsByGroup(tasks, [old]), []);
});

const BRAM = { id: 5, userName: 'bram', name: 'Bram', surname: 'Bos' };
const inspectionOf = (
  taskId: string,
  overrides: Partial<LocalInspection> = {},
): Partial<LocalInspection> => ({
  ...{ id: `i ${taskId}`, taskId, startedAt: '2026-11-25T08:00:00Z', finishedAt: null, serverState: null },
  ...overrides,
});

test('tasks that others changed come first until the inspector confirms the message', () => {
  const tasks = [
    localTask('late', { dueDate: '2026-11-24T16:00:00Z' }),
    localTask('cancelled', { state: 'Canceled' }),
    localTask('reassigned', { assignee: BRAM }),
  ];
  const started = ['cancelled', 'reassigned'].map((id) => inspectionOf(id));
  const unsent = ['i cancelled'];
  assert.deepEqual(idsByGroup(tasks, started, { unsent }), [
    ['changed', ['cancelled', 'reassigned']],
    ['late', ['late']],
  ]);
  const [{ tasks: changed }] = groupsOf(tasks, started, { unsent }) as [Group];
  assert.deepEqual(
    changed.map(({ taskChange }) => taskChange),
    [
      { kind: 'cancelled', assigneeName: null, answers: 'on this device' },
      { kind: 'reassigned', assigneeName: 'Bram Bos', answers: 'on time' },
    ],
  );
  assert.deepEqual(idsByGroup(tasks, started, { acknowledged: ['i cancelled', 'i reassigned'] }).at(-1), [
    'done',
    ['cancelled', 'reassigned'],
  ]);
});

test('a restarted task is listed as open, with a message', () => {
  const late = { state: 'Canceled', lateFromRevision: 3 } as LocalInspection['serverState'];
  const [group] = groupsOf(
    [localTask('restarted', { dueDate: '2026-11-24T16:00:00Z' })],
    [inspectionOf('restarted', { serverState: late, finishedAt: '2026-11-25T09:00:00Z' })],
  ) as [Group];
  assert.equal(group.kind, 'late');
  assert.deepEqual(group.tasks[0]!.taskChange, { kind: 'restarted', assigneeName: null, answers: 'late' });
});

test('the distance view lists tasks by distance, then those without a location, and completed ones last', () => {
  const at = (latitude: number) => ({ location: { latitude, longitude: 4.9 } });
  const tasks = [
    localTask('far', at(53)),
    localTask('somewhere', { location: null, dueDate: '2026-11-24T16:00:00Z' }),
    localTask('near', { ...at(52.01), plannedStart: '2026-11-28T08:00:00Z' }),
    localTask('ended', at(52)),
  ];
  const groups = groupsOf(tasks, [inspectionOf('ended', { finishedAt: '2026-11-25T09:30:00Z' })]);
  const idsByDistance = (position: { latitude: number; longitude: number } | undefined) =>
    groupByDistance(groups, position).map(({ kind, tasks: listed }) => [
      kind,
      listed.map(({ task }) => task.id),
    ]);
  assert.deepEqual(idsByDistance({ latitude: 52, longitude: 4.9 }), [
    ['byDistance', ['near', 'far']],
    ['noLocation', ['somewhere']],
    ['done', ['ended']],
  ]);
  assert.deepEqual(idsByDistance(undefined)[1], ['noLocation', ['somewhere']]);
});

test('a task is found by any of its words, ignoring case and accents', () => {
  const tasks = [
    localTask('Café aan de kade', { externalId: 'WO-7' }),
    localTask('Brug', {
      items: [{ title: 'Magere Brug', externalId: 'BR-001', address: 'Amstel 81' }] as never,
    }),
  ];
  const findIds = (text: string) => findTasks(tasks, text).map(({ id }) => id);
  assert.deepEqual(findIds('cafe KADE'), ['Café aan de kade']);
  assert.deepEqual(findIds('amstel br-001'), ['Brug']);
  assert.deepEqual(findIds('wo-7 amstel'), []);
  assert.equal(findIds('  ').length, 2);
});
