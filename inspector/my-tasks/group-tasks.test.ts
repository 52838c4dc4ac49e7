import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import type { KeptInspection, KeptTask } from '#inspector/store/kept.ts';
import { findTasks } from './find-tasks.ts';
import { type Group, groupByDistance, groupTasks } from './group-tasks.ts';

const NOW = Date.parse('2026-11-25T10:00:00Z');
const ANNA = 4;

const kept = (title: string, told: Partial<Work['task']> = {}): KeptTask => ({
  id: title,
  work: {
    task: {
      ...{ id: title, title, state: 'Assigned', assignee: { id: ANNA }, items: [], externalId: 'WO-1' },
      ...{ plannedStart: null, startDate: null, dueDate: null, description: null },
      ...{ team: { title: 'Bridges' }, workbook: { title: 'Bridge inspection' } },
      modifiedAt: '2026-11-24T10:00:00Z',
      ...told,
    },
  } as Work,
});

const groupsOf = (
  tasks: KeptTask[],
  inspections: Partial<KeptInspection>[] = [],
  { untold = [], understood = [] }: { untold?: string[]; understood?: string[] } = {},
) =>
  groupTasks(tasks, inspections as KeptInspection[], {
    now: NOW,
    userId: ANNA,
    dayOf: (instant) => new Date(instant).toISOString().slice(0, 10),
    untold: new Set(untold),
    understood: new Set(understood),
  });

const grouped = (...given: Parameters<typeof groupsOf>) =>
  groupsOf(...given).map(({ kind, day, tasks: own }) => [day ?? kind, own.map(({ task }) => task.id)]);

test('what is overdue comes first, then day after day, then what suits, then what is open to the team', () => {
  const tasks = [
    kept('open', { assignee: null, state: 'New' }),
    kept('whenever'),
    kept('tomorrow', { plannedStart: '2026-11-26T08:00:00Z' }),
    kept('overdue', { dueDate: '2026-11-24T16:00:00Z' }),
    kept('afternoon', { plannedStart: '2026-11-25T14:00:00Z' }),
    kept('morning', { plannedStart: '2026-11-25T08:00:00Z' }),
    kept('yesterday', { plannedStart: '2026-11-24T08:00:00Z', dueDate: '2026-11-30T00:00:00Z' }),
  ];
  assert.deepEqual(grouped(tasks), [
    ['late', ['overdue']],
    ['2026-11-25', ['yesterday', 'morning', 'afternoon']],
    ['2026-11-26', ['tomorrow']],
    ['unplanned', ['whenever']],
    ['open', ['open']],
  ]);
});

test('what was begun here is of today, and what was ended here is done, whether the server has heard of it or not', () => {
  const begun = { id: 'i1', taskId: 'begun', startedAt: '2026-11-25T09:00:00Z', finishedAt: null };
  const ended = {
    id: 'i2',
    taskId: 'ended',
    startedAt: '2026-11-25T09:00:00Z',
    finishedAt: '2026-11-25T09:30:00Z',
  };
  assert.deepEqual(grouped([kept('begun'), kept('ended')], [begun, ended]), [
    ['2026-11-25', ['begun']],
    ['done', ['ended']],
  ]);
});

test('what is somebody else’s by now, or was done long ago, is not in the way', () => {
  const old = {
    id: 'i',
    taskId: 'old',
    startedAt: '2026-11-01T09:00:00Z',
    finishedAt: '2026-11-01T10:00:00Z',
  };
  const tasks = [
    kept('given away', { assignee: { id: 5, userName: 'bram', name: 'Bram', surname: 'Bos' } }),
    kept('cancelled', { state: 'Canceled' }),
    kept('old', { state: 'Closed' }),
  ];
  assert.deepEqual(grouped(tasks, [old]), []);
});

const BRAM = { id: 5, userName: 'bram', name: 'Bram', surname: 'Bos' };
const begunOn = (taskId: string, over: Partial<KeptInspection> = {}): Partial<KeptInspection> => ({
  ...{ id: `i ${taskId}`, taskId, startedAt: '2026-11-25T08:00:00Z', finishedAt: null, reading: null },
  ...over,
});

test('what became of tasks while their inspector was away comes before everything, until it was read', () => {
  const tasks = [
    kept('late', { dueDate: '2026-11-24T16:00:00Z' }),
    kept('cancelled', { state: 'Canceled' }),
    kept('given', { assignee: BRAM }),
  ];
  const begun = ['cancelled', 'given'].map((id) => begunOn(id));
  const untold = ['i cancelled'];
  assert.deepEqual(grouped(tasks, begun, { untold }), [
    ['changed', ['cancelled', 'given']],
    ['late', ['late']],
  ]);
  const [{ tasks: changed }] = groupsOf(tasks, begun, { untold }) as [Group];
  assert.deepEqual(
    changed.map(({ meanwhile }) => meanwhile),
    [
      { kind: 'cancelled', who: null, answers: 'on this device' },
      { kind: 'given away', who: 'Bram Bos', answers: 'in time' },
    ],
  );
  assert.deepEqual(grouped(tasks, begun, { understood: ['i cancelled', 'i given'] }).at(-1), [
    'done',
    ['cancelled', 'given'],
  ]);
});

test('a task that was begun anew is to be done, and says so', () => {
  const late = { state: 'Canceled', lateFrom: 3 } as KeptInspection['reading'];
  const [group] = groupsOf(
    [kept('anew', { dueDate: '2026-11-24T16:00:00Z' })],
    [begunOn('anew', { reading: late, finishedAt: '2026-11-25T09:00:00Z' })],
  ) as [Group];
  assert.equal(group.kind, 'late');
  assert.deepEqual(group.tasks[0]!.meanwhile, { kind: 'begun anew', who: null, answers: 'late' });
});

test('by distance, the nearest is first whenever it is due; what has no place comes after, and what is done last', () => {
  const at = (latitude: number) => ({ location: { latitude, longitude: 4.9 } });
  const tasks = [
    kept('far', at(53)),
    kept('somewhere', { location: null, dueDate: '2026-11-24T16:00:00Z' }),
    kept('near', { ...at(52.01), plannedStart: '2026-11-28T08:00:00Z' }),
    kept('ended', at(52)),
  ];
  const groups = groupsOf(tasks, [begunOn('ended', { finishedAt: '2026-11-25T09:30:00Z' })]);
  const by = (here: { latitude: number; longitude: number } | undefined) =>
    groupByDistance(groups, here).map(({ kind, tasks: own }) => [kind, own.map(({ task }) => task.id)]);
  assert.deepEqual(by({ latitude: 52, longitude: 4.9 }), [
    ['placed', ['near', 'far']],
    ['nowhere', ['somewhere']],
    ['done', ['ended']],
  ]);
  assert.deepEqual(by(undefined)[1], ['nowhere', ['somewhere']]);
});

test('a task is found by any of its words, however they are written', () => {
  const tasks = [
    kept('Café aan de kade', { externalId: 'WO-7' }),
    kept('Brug', { items: [{ title: 'Magere Brug', externalId: 'BR-001', address: 'Amstel 81' }] as never }),
  ];
  const found = (text: string) => findTasks(tasks, text).map(({ id }) => id);
  assert.deepEqual(found('cafe KADE'), ['Café aan de kade']);
  assert.deepEqual(found('amstel br-001'), ['Brug']);
  assert.deepEqual(found('wo-7 amstel'), []);
  assert.equal(found('  ').length, 2);
});
