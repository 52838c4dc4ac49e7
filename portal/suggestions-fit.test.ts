import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BoardPerson, BoardTask } from '#contract/board.ts';
import { startOfDay } from '#kit/days.ts';
import { createColumns } from '#portal/board/board-columns.ts';
import { isOverbooked, layOutBoard } from '#portal/board/board-layout.ts';
import { aPerson, aTask, FULL_WEEK } from '#portal/board/testing/samples.ts';
import {
  type OpenTask,
  type PlannedPerson,
  spreadTasksInSteps,
  suggestEachInSteps,
} from '#service/planning/suggest.ts';
import { finish } from '#workbook-engine/pausable-work.ts';

const MINUTE_MS = 60_000;
const columns = createColumns('week', '2026-11-24', FULL_WEEK);
const [from, to] = [columns[0]!.start, columns.at(-1)!.end];

/** Generates planned times, which may overlap. */
const arbitraryPlan = fc.record({
  assigneeId: fc.constantFrom(1, 2),
  start: fc.integer({ min: -600, max: 7 * 1_440 }).map((minutes) => from + minutes * MINUTE_MS),
  minutes: fc.integer({ min: 5, max: 900 }),
});
const arbitraryOpenTask = fc.record({
  minutes: fc.integer({ min: 5, max: 480 }),
  /** The task's current plan, which a suggestion would replace. */
  currentPlan: fc.option(arbitraryPlan),
});

const createBoardTask = (
  id: string,
  task: { assigneeId: number; start: number; minutes: number },
): BoardTask =>
  aTask({
    id,
    assigneeId: task.assigneeId,
    plannedStart: new Date(task.start).toISOString(),
    minutes: task.minutes,
  });

const listOverbookedDays = (people: BoardPerson[], tasks: readonly BoardTask[]): Set<string> =>
  new Set(
    layOutBoard({ people, tasks, busy: [] }, { columns, isWidthProportional: false })
      .filter(({ kind }) => kind === 'person')
      .flatMap(({ key, loads }) => loads.filter(isOverbooked).map(({ date }) => `${key} ${date}`)),
  );

const createPlannedPerson = ({ id, days }: BoardPerson, tasks: readonly BoardTask[]): PlannedPerson => ({
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
      return { start, end: start + task.minutes * MINUTE_MS, location: null, taskId: task.id };
    }),
});

test('accepting one suggestion or an entire plan overbooks no day on the board', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryPlan, { maxLength: 8 }),
      fc.array(arbitraryOpenTask, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      (plannedTasks, openTasks, isSpread) => {
        const people = [aPerson(1), aPerson(2)];
        const tasks = openTasks.map(
          ({ minutes }, number): OpenTask => ({
            id: `open ${number}`,
            teamId: 'team',
            minutes,
            location: null,
            notBefore: null,
            due: null,
            earlierInspections: new Map(),
          }),
        );
        const currentTasks = [
          ...plannedTasks.map((task, number) => createBoardTask(`planned ${number}`, task)),
          ...openTasks.flatMap(({ currentPlan, minutes }, number) =>
            currentPlan ? [createBoardTask(`open ${number}`, { ...currentPlan, minutes })] : [],
          ),
        ];
        const plannedPeople = people.map((person) => createPlannedPerson(person, currentTasks));
        const { placements } = finish(
          isSpread
            ? spreadTasksInSteps(tasks, plannedPeople, { from, to })
            : suggestEachInSteps(tasks, plannedPeople, { from, to }, 3),
        );
        const initiallyOverbookedDays = listOverbookedDays(people, currentTasks);
        // Suggestions that spread tasks are accepted together, and suggestions for single tasks one by one.
        const acceptances = isSpread
          ? [placements.map(({ taskId, options: [option] }) => ({ taskId, option: option! }))]
          : placements.flatMap(({ taskId, options }) => options.map((option) => [{ taskId, option }]));
        for (const acceptedOptions of acceptances) {
          const movedIds = new Set(acceptedOptions.map(({ taskId }) => taskId));
          const newTasks = [
            ...currentTasks.filter(({ id }) => !movedIds.has(id)),
            ...acceptedOptions.map(({ taskId, option }) =>
              createBoardTask(taskId, {
                assigneeId: option.personId,
                start: option.start,
                minutes: tasks.find(({ id }) => id === taskId)!.minutes,
              }),
            ),
          ];
          for (const day of listOverbookedDays(people, newTasks))
            assert.ok(initiallyOverbookedDays.has(day), `${day} is overbooked`);
        }
      },
    ),
    { numRuns: 300 },
  );
});
