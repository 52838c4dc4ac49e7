import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BoardPerson, BoardTask } from '#contract/board.ts';
import { startOfDay } from '#kit/days.ts';
import { columnsOf } from '#portal/board/board-columns.ts';
import { isOverbooked, layOutBoard } from '#portal/board/board-layout.ts';
import { aPerson, aTask, WHOLE_WEEK } from '#portal/board/testing/samples.ts';
import { type OpenTask, spreadTasks, suggestEach, type Worker } from '#service/planning/suggest.ts';

const MINUTE = 60_000;
const columns = columnsOf('week', '2026-11-24', WHOLE_WEEK);
const [from, to] = [columns[0]!.start, columns.at(-1)!.end];

/** Also in the evening, at night, and overlapping other tasks. */
const arbitraryPlanned = fc.record({
  assigneeId: fc.constantFrom(1, 2),
  start: fc.integer({ min: -600, max: 7 * 1_440 }).map((minutes) => from + minutes * MINUTE),
  minutes: fc.integer({ min: 5, max: 900 }),
});
const arbitraryOpen = fc.record({
  minutes: fc.integer({ min: 5, max: 480 }),
  /** The current plan. */
  planned: fc.option(arbitraryPlanned),
});

const boardTask = (id: string, task: { assigneeId: number; start: number; minutes: number }): BoardTask =>
  aTask({
    id,
    assigneeId: task.assigneeId,
    plannedStart: new Date(task.start).toISOString(),
    minutes: task.minutes,
  });

const overfullDays = (people: BoardPerson[], tasks: readonly BoardTask[]): Set<string> =>
  new Set(
    layOutBoard({ people, tasks, busy: [] }, { columns, isDivided: false })
      .filter(({ kind }) => kind === 'person')
      .flatMap(({ key, loads }) => loads.filter(isOverbooked).map(({ date }) => `${key} ${date}`)),
  );

const workerOf = ({ id, days }: BoardPerson, tasks: readonly BoardTask[]): Worker => ({
  id,
  teamIds: new Set(['team']),
  days: days.flatMap(({ date, startsAt, endsAt, workingMinutes }) =>
    startsAt === null || endsAt === null
      ? []
      : [
          {
            day: { start: startOfDay(date).getTime(), end: startOfDay(date, 1).getTime() },
            startsAt: Date.parse(startsAt),
            endsAt: Date.parse(endsAt),
            workingMinutes,
          },
        ],
  ),
  appointments: tasks
    .filter(({ assigneeId }) => assigneeId === id)
    .map((task) => {
      const start = Date.parse(task.plannedStart);
      return { start, end: start + task.minutes * MINUTE, place: null, taskId: task.id };
    }),
});

test('accepting one suggestion or a whole plan overbooks no day of the board', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryPlanned, { maxLength: 8 }),
      fc.array(arbitraryOpen, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      (planned, open, isSpread) => {
        const people = [aPerson(1), aPerson(2)];
        const tasks = open.map(
          ({ minutes }, number): OpenTask => ({
            id: `open ${number}`,
            teamId: 'team',
            minutes,
            place: null,
            notBefore: null,
            due: null,
            visits: new Map(),
          }),
        );
        const before = [
          ...planned.map((task, number) => boardTask(`planned ${number}`, task)),
          ...open.flatMap(({ planned: now, minutes }, number) =>
            now ? [boardTask(`open ${number}`, { ...now, minutes })] : [],
          ),
        ];
        const workers = people.map((person) => workerOf(person, before));
        const { placed } = isSpread
          ? spreadTasks(tasks, workers, { from, to })
          : suggestEach(tasks, workers, { from, to }, 3);
        const full = overfullDays(people, before);
        // A plan is accepted as a whole; single suggestions are accepted one by one.
        const choices = isSpread
          ? [placed.map(({ taskId, options: [way] }) => ({ taskId, way: way! }))]
          : placed.flatMap(({ taskId, options }) => options.map((way) => [{ taskId, way }]));
        for (const accepted of choices) {
          const moved = new Set(accepted.map(({ taskId }) => taskId));
          const after = [
            ...before.filter(({ id }) => !moved.has(id)),
            ...accepted.map(({ taskId, way }) =>
              boardTask(taskId, {
                assigneeId: way.workerId,
                start: way.start,
                minutes: tasks.find(({ id }) => id === taskId)!.minutes,
              }),
            ),
          ];
          for (const day of overfullDays(people, after)) assert.ok(full.has(day), `${day} is too full`);
        }
      },
    ),
    { numRuns: 300 },
  );
});
