import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BoardPerson, BoardTask, BusyTime } from '#contract/board.ts';
import { startOfDay } from '#kit/days.ts';
import { createColumns } from './board-columns.ts';
import { createPersonKey, isOverbooked, layOutBoard, OTHERS_KEY, UNASSIGNED_KEY } from './board-layout.ts';
import { aPerson, aTask, FULL_WEEK, localTime } from './testing/samples.ts';

const week = { columns: createColumns('week', '2026-11-24', FULL_WEEK), isWidthProportional: false };
const day = { columns: createColumns('day', '2026-11-24', FULL_WEEK), isWidthProportional: true };
const layOutPerson = (
  tasks: BoardTask[],
  layout = week,
  people: BoardPerson[] = [aPerson(1)],
  busy: BusyTime[] = [],
) => layOutBoard({ people, tasks, busy }, layout).find(({ key }) => key === createPersonKey(1))!;

test('a task on a hidden weekend is not placed, and a task from Friday to Monday spans two columns', () => {
  const columns = createColumns('month', '2026-11-24', { ...FULL_WEEK, hiddenWeekdays: [6, 0] });
  const [, row] = layOutBoard(
    {
      people: [aPerson(1)],
      tasks: [
        aTask({ id: 'saturday', plannedStart: localTime('2026-11-21', 9) }),
        aTask({ id: 'long', plannedStart: localTime('2026-11-20', 9), minutes: 3 * 24 * 60 + 60 }),
      ],
      busy: [],
    },
    { columns, isWidthProportional: false },
  );
  const placedTasks = row!.cells.flat();
  assert.deepEqual(
    placedTasks.map(({ task, column, span }) => [task.id, columns[column]!.date, span]),
    [['long', '2026-11-20', 2]],
  );
});

test('a task is in its assignee’s row and in the column of its day, and unassigned tasks have their own row', () => {
  const rows = layOutBoard(
    {
      people: [aPerson(1)],
      tasks: [
        aTask({ id: 'a', assigneeId: 1, plannedStart: localTime('2026-11-24', 9) }),
        aTask({ id: 'b', assigneeId: null, plannedStart: localTime('2026-11-26', 9) }),
        aTask({ id: 'c', assigneeId: 99, plannedStart: localTime('2026-11-23', 9) }),
      ],
      busy: [],
    },
    week,
  );
  assert.deepEqual(
    rows.map(({ key, cells }) => [key, cells.map((cell) => cell.map(({ task }) => task.id).join())]),
    [
      [UNASSIGNED_KEY, ['', '', '', 'b', '', '', '']],
      [OTHERS_KEY, ['c', '', '', '', '', '', '']],
      [createPersonKey(1), ['', 'a', '', '', '', '', '']],
    ],
  );
});

test('the day view shows a task’s start and duration, and a short task is wide enough to read', () => {
  const row = layOutPerson(
    [
      aTask({ id: 'a', plannedStart: localTime('2026-11-24', 9, 30), minutes: 90 }),
      aTask({ id: 'b', plannedStart: localTime('2026-11-24', 13), minutes: 5 }),
    ],
    day,
  );
  const [long, short] = row.cells.flat();
  assert.deepEqual([long!.column, long!.offset, long!.span], [9, 0.5, 1.5]);
  assert.deepEqual([short!.column, short!.offset, short!.span], [13, 0, 0.75]);
});

test('a multi-day task spans its columns, even if it starts before the first column', () => {
  const [placedTask] = layOutPerson([
    aTask({ plannedStart: localTime('2026-11-21', 9), minutes: 4 * 24 * 60 }),
  ]).cells.flat();
  assert.deepEqual([placedTask!.column, placedTask!.span], [0, 3]);
});

test('planned minutes count against working hours, and an overbooked day is reported', () => {
  const { loads } = layOutPerson([
    aTask({ id: 'a', plannedStart: localTime('2026-11-24', 8), minutes: 300 }),
    aTask({ id: 'b', plannedStart: localTime('2026-11-24', 13), minutes: 200 }),
    aTask({ id: 'c', plannedStart: localTime('2026-11-25', 8), minutes: 480 }),
  ]);
  assert.deepEqual(
    loads.slice(0, 3).map((load) => [load.plannedMinutes, load.workingMinutes, isOverbooked(load)]),
    [
      [0, 480, false],
      [500, 480, true],
      [480, 480, false],
    ],
  );
});

test('a task shows the problems with its plan, the most serious first', () => {
  const cases: [Partial<BoardTask>, string[]][] = [
    [{ plannedStart: localTime('2026-11-24', 9) }, []],
    [
      { plannedStart: localTime('2026-11-24', 9), isLate: true, dueDate: localTime('2026-11-20', 9) },
      ['late'],
    ],
    [{ plannedStart: localTime('2026-11-24', 9), dueDate: localTime('2026-11-24', 9, 59) }, ['willBeLate']],
    [{ plannedStart: localTime('2026-11-24', 9), dueDate: localTime('2026-11-24', 10) }, []],
    [{ plannedStart: localTime('2026-11-24', 16) }, ['outsideHours']],
    [{ plannedStart: localTime('2026-11-28', 9) }, ['outsideHours']],
    [{ plannedStart: localTime('2026-11-27', 9) }, ['absent']],
    [{ plannedStart: localTime('2026-11-24', 9), startDate: localTime('2026-11-25', 9) }, ['tooEarly']],
    [
      { plannedStart: localTime('2026-11-27', 9), dueDate: localTime('2026-11-24', 9) },
      ['willBeLate', 'absent'],
    ],
    [{ plannedStart: localTime('2026-11-28', 9), state: 'Closed' }, []],
  ];
  for (const [overrides, warnings] of cases) {
    const person = aPerson(1, { absentOn: '2026-11-27' });
    const [placedTask] = layOutPerson([aTask(overrides)], week, [person]).cells.flat();
    assert.deepEqual(placedTask!.warnings, warnings, JSON.stringify(overrides));
  }
});

test('overlapping tasks of one person get a warning, consecutive tasks do not', () => {
  const row = layOutPerson([
    aTask({ id: 'a', plannedStart: localTime('2026-11-24', 8), minutes: 240 }),
    aTask({ id: 'b', plannedStart: localTime('2026-11-24', 9), minutes: 30 }),
    aTask({ id: 'c', plannedStart: localTime('2026-11-24', 12), minutes: 30 }),
  ]);
  const overlappingTasks = row.cells.flat().filter(({ warnings }) => warnings.includes('overlaps'));
  assert.deepEqual(
    overlappingTasks.map(({ task }) => task.id),
    ['a', 'b'],
  );
});

test('work for another team counts as planned time, gets its own lane, and triggers a warning if it overlaps', () => {
  const row = layOutPerson(
    [
      aTask({ id: 'a', plannedStart: localTime('2026-11-24', 9, 30), minutes: 60 }),
      aTask({ id: 'b', plannedStart: localTime('2026-11-24', 10), minutes: 60 }),
      aTask({ id: 'c', plannedStart: localTime('2026-11-24', 13), minutes: 60 }),
    ],
    day,
    [aPerson(1)],
    [
      { userId: 1, plannedStart: localTime('2026-11-24', 9), minutes: 120 },
      { userId: 2, plannedStart: localTime('2026-11-24', 13), minutes: 60 },
    ],
  );
  assert.deepEqual(
    row.busyTimes.map(({ column, span, lane }) => [column, span, lane]),
    [[9, 2, 0]],
  );
  assert.deepEqual(
    row.cells.flat().map(({ task, lane, warnings }) => [task.id, lane, warnings.includes('overlaps')]),
    [
      ['a', 1, true],
      ['b', 2, true],
      ['c', 0, false],
    ],
  );
  assert.equal(row.loads[0]!.plannedMinutes, 300);
});

const arbitraryTasks = fc
  .array(
    fc.record({
      start: fc.integer({ min: -20_000, max: 30_000 }),
      minutes: fc.integer({ min: 5, max: 20_160 }),
      assigneeId: fc.constantFrom(null, 1, 2, 3),
    }),
    { maxLength: 60 },
  )
  .map((tasks) =>
    tasks.map(({ start, minutes, assigneeId }, index) =>
      aTask({
        id: `task ${index}`,
        minutes,
        assigneeId,
        plannedStart: new Date(startOfDay('2026-11-23').getTime() + start * 60_000).toISOString(),
      }),
    ),
  );

test('in any plan, each task appears once, within the columns, and covers no other task', () => {
  fc.assert(
    fc.property(arbitraryTasks, fc.constantFrom(week, day), (tasks, layout) => {
      const rows = layOutBoard({ people: [aPerson(1), aPerson(2)], tasks, busy: [] }, layout);
      const [boardStart, boardEnd] = [layout.columns[0]!.start, layout.columns.at(-1)!.end];
      const visibleTasks = tasks.filter(({ plannedStart, minutes }) => {
        const start = Date.parse(plannedStart);
        return start < boardEnd && start + minutes * 60_000 > boardStart;
      });
      const placedTasks = rows.flatMap(({ cells }) => cells.flat());
      assert.deepEqual(
        placedTasks.map(({ task }) => task.id).sort(),
        visibleTasks.map(({ id }) => id).sort(),
      );
      for (const { cells, laneCount } of rows) {
        const cards = cells.flat().map((card) => ({ ...card, from: card.column + card.offset }));
        for (const card of cards) {
          assert.ok(card.lane < laneCount && card.offset >= 0 && card.offset < 1 && card.span > 0);
          assert.ok(card.from + card.span <= layout.columns.length + 1e-9);
          const coveredCards = cards.filter(
            (other) =>
              other !== card &&
              other.lane === card.lane &&
              other.from < card.from + card.span &&
              card.from < other.from + other.span,
          );
          assert.deepEqual(coveredCards, []);
        }
      }
    }),
  );
});

test('in any plan, the planned minutes of all days add up to the minutes of all tasks in the week', () => {
  fc.assert(
    fc.property(arbitraryTasks, (tasks) => {
      const rows = layOutBoard({ people: [aPerson(1), aPerson(2)], tasks, busy: [] }, week);
      const [boardStart, boardEnd] = [week.columns[0]!.start, week.columns.at(-1)!.end];
      const visibleMs = tasks.reduce((sum, { plannedStart, minutes }) => {
        const start = Date.parse(plannedStart);
        return sum + Math.max(0, Math.min(start + minutes * 60_000, boardEnd) - Math.max(start, boardStart));
      }, 0);
      const plannedMinutes = rows
        .flatMap(({ loads }) => loads)
        .reduce((sum, load) => sum + load.plannedMinutes, 0);
      assert.equal(plannedMinutes, visibleMs / 60_000);
    }),
  );
});
