import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { type BoardMove, replaceMoves } from './pending-moves.ts';
import { closeGaps, type DropTarget, placeTasks } from './place-tasks.ts';
import { aPerson, aTask, localTime } from './testing/samples.ts';

const DAY = '2026-11-24';
const target: DropTarget = { person: aPerson(1), date: DAY };
const nothingPlanned = { tasks: [], busy: [] };

/** Creates moves of three one-hour tasks to an otherwise empty day. The tasks start at 8, 9 and 10 o'clock. */
const createThreeMoves = (): readonly [BoardMove, BoardMove, BoardMove] => {
  const tasks = ['a', 'b', 'c'].map((id) => aTask({ id, plannedStart: localTime('2026-11-23', 8) }));
  const starts = placeTasks(tasks, target, nothingPlanned);
  const [a, b, c] = tasks.map((task) => ({
    task,
    assigneeId: 1,
    plannedStart: new Date(starts.get(task.id)!).toISOString(),
  }));
  return [a!, b!, c!];
};

const aTaskView = (overrides: Partial<TaskView>): TaskView => ({
  id: 'b',
  revision: '2',
  externalId: 'b',
  title: 'Inspect the railing',
  ...DEFAULT_FIELD_VALUES,
  state: 'Assigned',
  isSelfAssignable: false,
  team: { id: 'team', title: 'Team' },
  workbook: {
    id: 'workbook',
    versionId: 'version',
    name: 'railing',
    title: 'Railing check',
    versionCode: 1,
    contentTypeId: null,
  },
  assignee: { id: 1, userName: 'person1', name: 'Person', surname: '1' },
  expectedMinutes: 60,
  isLate: false,
  lateCause: null,
  items: [],
  itemCount: 0,
  location: null,
  inspectionId: null,
  customProperties: {},
  actualStart: null,
  actualEnd: null,
  createdAt: localTime(DAY, 7),
  modifiedAt: localTime(DAY, 7),
  ...overrides,
});

test('tasks after a rejected task start earlier, and tasks before it keep their times', () => {
  const [a, b, c] = createThreeMoves();
  const gapMoves = closeGaps([a, c], [{ id: b.task.id, task: null }], { target, planned: nothingPlanned });
  assert.deepEqual(gapMoves, [{ ...c, plannedStart: localTime(DAY, 9) }]);
});

test('no task moves if the last task was rejected', () => {
  const [a, b, c] = createThreeMoves();
  assert.deepEqual(
    closeGaps([a, b], [{ id: c.task.id, task: null }], { target, planned: nothingPlanned }),
    [],
  );
});

test('the other tasks are planned after a rejected task that someone else has planned for the same day', () => {
  const [a, b, c] = createThreeMoves();
  const planned = aTaskView({ plannedStart: localTime(DAY, 8), expectedMinutes: 120 });
  const gapMoves = closeGaps([a, c], [{ id: b.task.id, task: planned }], { target, planned: nothingPlanned });
  assert.deepEqual(
    gapMoves.map(({ task, plannedStart }) => [task.id, plannedStart]),
    [
      ['a', localTime(DAY, 10)],
      ['c', localTime(DAY, 11)],
    ],
  );
});

test('a rejected task does not block the time at which the board still shows it', () => {
  const [a, b, c] = createThreeMoves();
  const staleTask = aTask({ id: b.task.id, plannedStart: localTime(DAY, 8), minutes: 240 });
  const planned = { tasks: [staleTask], busy: [] };
  const unplanned = aTaskView({ plannedStart: null });
  const gapMoves = closeGaps([a, c], [{ id: b.task.id, task: unplanned }], { target, planned });
  assert.deepEqual(gapMoves, [{ ...c, plannedStart: localTime(DAY, 9) }]);
});

test('a task that was moved again in the meantime stays at its latest time', () => {
  const [a, b, c] = createThreeMoves();
  const moveAgain = { ...b, plannedStart: localTime(DAY, 15) };
  const pending = new Map([a, moveAgain, c].map((move) => [move.task.id, move]));
  const replacements = [b, c].map((move) => ({ ...move, plannedStart: localTime(DAY, 8) }));
  const newMoves = replaceMoves(pending, [b, c], replacements);
  assert.deepEqual(
    [...newMoves.values()].map(({ plannedStart }) => plannedStart),
    [a.plannedStart, localTime(DAY, 15), localTime(DAY, 8)],
  );
});
