import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import type { KeptInspection, KeptTask } from '#inspector/store/kept.ts';
import { findTasks } from './find-tasks.ts';
import { groupTasks } from './group-tasks.ts';

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

const grouped = (tasks: KeptTask[], inspections: Partial<KeptInspection>[] = []) =>
  groupTasks(tasks, inspections as KeptInspection[], {
    now: NOW,
    userId: ANNA,
    dayOf: (instant) => new Date(instant).toISOString().slice(0, 10),
  }).map(({ kind, day, tasks: own }) => [day ?? kind, own.map(({ task }) => task.id)]);

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
