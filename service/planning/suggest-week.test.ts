import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '#workbook-engine/pausable-work.ts';
import { type OpenTask, type PlannedPerson, spreadTasksInSteps, suggestEachInSteps } from './suggest.ts';

const MINUTE_MS = 60_000;
const DAY = 24 * 60 * MINUTE_MS;
const MONDAY = Date.parse('2026-11-23T00:00:00Z');
const PERIOD = { from: MONDAY, to: MONDAY + 5 * DAY };

const createTask = (number: number): OpenTask => ({
  ...{
    id: `task ${number}`,
    teamId: 'Bridges',
    minutes: 60,
    location: null,
    notBefore: null,
    due: null,
  },
  earlierInspections: new Map(),
});

/** Creates a person who works from 8:00 to 16:30, five days a week. */
const createPerson = (id: number): PlannedPerson => ({
  ...{ id, teamIds: new Set(['Bridges']), appointments: [] },
  days: [0, 1, 2, 3, 4].map((day) => ({
    day: { start: MONDAY + day * DAY, end: MONDAY + (day + 1) * DAY },
    startsAt: MONDAY + day * DAY + 480 * MINUTE_MS,
    endsAt: MONDAY + day * DAY + 990 * MINUTE_MS,
    workingMinutes: 480,
  })),
});

test("one person's work is spread across the week", () => {
  const tasks = Array.from({ length: 10 }, (_, n) => createTask(n));
  const { placements } = finish(spreadTasksInSteps(tasks, [createPerson(1)], PERIOD));
  const days = Map.groupBy(placements, ({ options }) => Math.floor((options[0]!.start - MONDAY) / DAY));
  assert.deepEqual(
    [...days.values()].map(({ length }) => length),
    [2, 2, 2, 2, 2],
  );
});

test('work can pause after each person considered for a task', () => {
  const people = Array.from({ length: 20 }, (_, n) => createPerson(n + 1));
  const tasks = Array.from({ length: 10 }, (_, n) => createTask(n));
  for (const work of [
    suggestEachInSteps(tasks, people, PERIOD, 3),
    spreadTasksInSteps(tasks, people, PERIOD),
  ]) {
    assert.ok([...work].length >= tasks.length * people.length);
  }
});

/**
 * Creates people with a single working day each, filled by one task. Only the next person is in the task's team, so
 * each task would have to move to that person. Nobody is in the last task's team.
 */
const createChain = (length: number) => ({
  tasks: Array.from({ length }, (_, n) => ({ ...createTask(n), minutes: 480, teamId: `team ${n + 1}` })),
  people: Array.from({ length }, (_, n) => {
    const person = createPerson(n);
    const { startsAt, endsAt } = person.days[0]!;
    return {
      ...person,
      ...{ days: person.days.slice(0, 1), teamIds: new Set([`team ${n}`]) },
      appointments: [{ start: startsAt, end: endsAt, location: null, taskId: `task ${n}` }],
    };
  }),
});

test('there are at most five placement passes, even if each finds only one more task that keeps its plan', () => {
  const { tasks, people } = createChain(50);
  const extraTask = { ...createTask(50), teamId: 'team 0' };
  const freePerson = { ...createPerson(50), teamIds: new Set(['team 0']) };
  const work = spreadTasksInSteps([...tasks, extraTask], [...people, freePerson], PERIOD);
  let steps = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) steps++;
  // A pass considers every person for every task and ranks every task once per placement: 5,000 steps.
  assert.ok(steps <= 5 * 5_000, `${steps} steps`);
  assert.deepEqual(
    step.value.placements.map(({ taskId, options }) => [taskId, options[0]!.personId]),
    [['task 50', 50]],
  );
  assert.deepEqual(
    Object.fromEntries(step.value.unassigned.map(({ taskId, reason }) => [taskId, reason])),
    Object.fromEntries(tasks.map(({ id }) => [id, id === 'task 49' ? 'noEligiblePeople' : 'noCapacity'])),
  );
});
