import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { finish } from '#workbook-engine/pausable-work.ts';
import { type Appointment, createDaySchedule, findFreeTime } from './day-schedule.ts';
import {
  type OpenTask,
  type Option,
  type Outcome,
  type PlannedPerson,
  spreadTasksInSteps,
  suggestEachInSteps,
} from './suggest.ts';

const suggestEach = (...args: Parameters<typeof suggestEachInSteps>) => finish(suggestEachInSteps(...args));
const spreadTasks = (...args: Parameters<typeof spreadTasksInSteps>) => finish(spreadTasksInSteps(...args));

const MINUTE_MS = 60_000;
const DAY = 24 * 60 * MINUTE_MS;
const MONDAY = Date.parse('2026-11-23T00:00:00Z');
const DAYS = 5;
const PERIOD = { from: MONDAY, to: MONDAY + DAYS * DAY };

/** Creates a working day from 8:00 to 16:30 with the given working minutes. */
const createWorkday = (day: number, workingMinutes = 480) => ({
  day: { start: MONDAY + day * DAY, end: MONDAY + (day + 1) * DAY },
  startsAt: MONDAY + day * DAY + 480 * MINUTE_MS,
  endsAt: MONDAY + day * DAY + 990 * MINUTE_MS,
  workingMinutes,
});

const createTask = (overrides: Partial<OpenTask> = {}): OpenTask => ({
  id: 'task',
  teamId: 'Bridges',
  minutes: 60,
  location: null,
  notBefore: null,
  due: null,
  earlierInspections: new Map(),
  ...overrides,
});

const createPerson = (id: number, overrides: Partial<PlannedPerson> = {}): PlannedPerson => ({
  id,
  teamIds: new Set(['Bridges']),
  days: Array.from({ length: DAYS }, (_, day) => createWorkday(day)),
  appointments: [],
  ...overrides,
});

const CENTRE = { latitude: 52.37, longitude: 4.9 };
const KILOMETRES_AWAY = { latitude: 52.47, longitude: 4.9 };
const createAppointment = (
  day: number,
  minutes: number,
  location: Appointment['location'] = null,
  duration = 60,
): Appointment => {
  const start = MONDAY + day * DAY + minutes * MINUTE_MS;
  return { start, end: start + duration * MINUTE_MS, location };
};
const firstOption = ({ placements }: Outcome): Option => placements[0]!.options[0]!;

const arbitraryLocation = fc.option(
  fc.record({
    latitude: fc.double({ min: 52, max: 53, noNaN: true }),
    longitude: fc.double({ min: 4, max: 5, noNaN: true }),
  }),
);
const arbitraryInstant = fc
  .integer({ min: -600, max: DAYS * 1_440 })
  .map((minutes) => MONDAY + minutes * MINUTE_MS);
const arbitraryTeam = fc.constantFrom('Bridges', 'Locks');
const arbitraryTasks = fc
  .array(
    fc.record({
      teamId: arbitraryTeam,
      minutes: fc.integer({ min: 5, max: 600 }),
      location: arbitraryLocation,
      notBefore: fc.option(arbitraryInstant),
      due: fc.option(arbitraryInstant),
      earlierInspections: fc.constantFrom(new Map(), new Map([[1, { visitCount: 2, lastAt: MONDAY - DAY }]])),
    }),
    { maxLength: 25 },
  )
  .map((tasks) => tasks.map((task, number) => ({ ...task, id: `task ${number}` })));
const arbitraryPeople = fc
  .array(
    fc.record({
      teamIds: fc.uniqueArray(arbitraryTeam).map((teams) => new Set(teams)),
      // Omitted days are absences.
      days: fc
        .subarray([0, 1, 2, 3, 4])
        .chain((days) =>
          fc.tuple(...days.map((day) => fc.integer({ min: 1, max: 510 }).map((m) => createWorkday(day, m)))),
        ),
      appointments: fc.array(
        fc
          .tuple(arbitraryInstant, fc.integer({ min: 5, max: 900 }), arbitraryLocation)
          .map(([start, minutes, location]) => ({ start, end: start + minutes * MINUTE_MS, location })),
        { maxLength: 5 },
      ),
    }),
    { maxLength: 4 },
  )
  .map((people) => people.map((person, number) => ({ ...person, id: number + 1 })));

const findWorkday = (person: PlannedPerson, start: number) =>
  person.days.find((day) => day.startsAt <= start && start < day.endsAt);

/** Lists a person's appointments as if the suggestions had been accepted. */
const listAppointmentsAfter = (
  person: PlannedPerson,
  tasks: readonly OpenTask[],
  { placements }: Outcome,
  exceptTaskId?: string,
) => [
  ...person.appointments,
  ...placements
    .filter(({ taskId, options }) => taskId !== exceptTaskId && options[0]!.personId === person.id)
    .map(({ taskId, options: [option] }) => {
      const { minutes, location } = tasks.find(({ id }) => id === taskId)!;
      return { start: option!.start, end: option!.start + minutes * MINUTE_MS, location };
    }),
];

const assertPossible = (
  task: OpenTask,
  people: readonly PlannedPerson[],
  option: Option,
  appointments: Appointment[],
) => {
  const person = people.find(({ id }) => id === option.personId)!;
  const day = findWorkday(person, option.start);
  const end = option.start + task.minutes * MINUTE_MS;
  assert.ok(person.teamIds.has(task.teamId), 'the person is in its team');
  assert.ok(day && end <= day.endsAt, 'within working hours, not during an absence');
  assert.ok(
    option.start >= (task.notBefore ?? 0) && option.start >= PERIOD.from && end <= PERIOD.to,
    'not before its start date',
  );
  assert.ok(
    appointments.every((other) => other.end <= option.start || other.start >= end),
    'no overlapping appointments',
  );
  const { plannedMinutes } = createDaySchedule(day, [
    ...appointments,
    { start: option.start, end, location: null },
  ]);
  assert.ok(plannedMinutes <= day.workingMinutes, 'within the working minutes');
  assert.equal(option.minutesLate, Math.max(0, task.due === null ? 0 : (end - task.due) / MINUTE_MS));
};

/** Returns true if a person has time to finish a task by its due date. */
const canBeOnTime = (task: OpenTask, person: PlannedPerson, appointments: Appointment[]) =>
  person.teamIds.has(task.teamId) &&
  person.days.some((day) => {
    const start = findFreeTime(
      createDaySchedule(day, appointments),
      task.minutes,
      Math.max(task.notBefore ?? 0, PERIOD.from),
    );
    const end = (start ?? Number.POSITIVE_INFINITY) + task.minutes * MINUTE_MS;
    return end <= Math.min(task.due ?? PERIOD.to, PERIOD.to);
  });

test('each suggestion is feasible on its own, and late only if nobody can do the task in time', () => {
  fc.assert(
    fc.property(arbitraryTasks, arbitraryPeople, (tasks, people) => {
      const outcome = suggestEach(tasks, people, PERIOD, 3);
      assert.equal(outcome.placements.length + outcome.unassigned.length, tasks.length);
      for (const { taskId, options } of outcome.placements) {
        const task = tasks.find(({ id }) => id === taskId)!;
        assert.equal(new Set(options.map(({ personId }) => personId)).size, options.length);
        for (const option of options) {
          const person = people.find(({ id }) => id === option.personId)!;
          assertPossible(task, people, option, [...person.appointments]);
          const isPossible = people.some((other) => canBeOnTime(task, other, [...other.appointments]));
          assert.equal(option.minutesLate > 0, !isPossible);
        }
      }
    }),
  );
});

test('the suggestions for all tasks are feasible together, and late only if nobody can do the task in time', () => {
  fc.assert(
    fc.property(arbitraryTasks, arbitraryPeople, (tasks, people) => {
      const outcome = spreadTasks(tasks, people, PERIOD);
      assert.equal(outcome.placements.length + outcome.unassigned.length, tasks.length);
      for (const { taskId, options } of outcome.placements) {
        const task = tasks.find(({ id }) => id === taskId)!;
        const listOtherAppointments = (person: PlannedPerson) =>
          listAppointmentsAfter(person, tasks, outcome, taskId);
        const person = people.find(({ id }) => id === options[0]!.personId)!;
        assertPossible(task, people, options[0]!, listOtherAppointments(person));
        if (options[0]!.minutesLate > 0) {
          for (const other of people)
            assert.ok(
              !canBeOnTime(task, other, listAppointmentsAfter(other, tasks, outcome)),
              'late although someone has time',
            );
        }
      }
      for (const { taskId, reason } of outcome.unassigned) {
        const task = tasks.find(({ id }) => id === taskId)!;
        const isFree = (person: PlannedPerson) =>
          canBeOnTime({ ...task, due: null }, person, listAppointmentsAfter(person, tasks, outcome));
        assert.ok(!people.some(isFree), `${reason}, although a person has time`);
      }
    }),
  );
});

test('the same input always yields the same suggestions', () => {
  fc.assert(
    fc.property(arbitraryTasks, arbitraryPeople, (tasks, people) => {
      assert.deepEqual(spreadTasks(tasks, people, PERIOD), spreadTasks(tasks, people, PERIOD));
      assert.deepEqual(suggestEach(tasks, people, PERIOD, 3), suggestEach(tasks, people, PERIOD, 3));
    }),
  );
});

test('identical tasks are divided evenly between two people, wherever they are', () => {
  const sameTasks = fc.record({
    count: fc.integer({ min: 1, max: 40 }),
    minutes: fc.integer({ min: 5, max: 120 }),
    location: fc.constantFrom(null, CENTRE),
  });
  fc.assert(
    fc.property(sameTasks, ({ count, minutes, location }) => {
      const tasks = Array.from({ length: count }, (_, n) =>
        createTask({ id: `task ${n}`, minutes, location }),
      );
      const { placements } = spreadTasks(tasks, [createPerson(1), createPerson(2)], PERIOD);
      assert.equal(placements.length, count);
      const firstCount = placements.filter(({ options }) => options[0]!.personId === 1).length;
      assert.ok(Math.abs(firstCount - (count - firstCount)) <= 1, `${firstCount} of ${count}`);
    }),
  );
});

test('suggests the nearest person and returns the distance in metres', () => {
  const near = createPerson(2, { appointments: [createAppointment(0, 480, CENTRE)] });
  const far = createPerson(1, { appointments: [createAppointment(0, 480, KILOMETRES_AWAY)] });
  const oneDay = { days: [createWorkday(0)] };
  const option = firstOption(
    suggestEach(
      [createTask({ location: CENTRE })],
      [
        { ...far, ...oneDay },
        { ...near, ...oneDay },
      ],
      PERIOD,
      3,
    ),
  );
  assert.deepEqual([option.personId, option.metres], [2, 0]);
  const other = suggestEach([createTask({ location: CENTRE })], [{ ...far, ...oneDay }], PERIOD, 3);
  assert.ok(Math.abs(firstOption(other).metres! - 11_119) < 5, String(firstOption(other).metres));
});

test('all else being equal, suggests a person who has inspected the item before', () => {
  const earlierInspections = new Map([[2, { visitCount: 1, lastAt: MONDAY - 30 * DAY }]]);
  const people = [createPerson(1), createPerson(2), createPerson(3)];
  assert.equal(firstOption(suggestEach([createTask({ earlierInspections })], people, PERIOD, 3)).personId, 2);
});

test('prefers people with time over busy ones', () => {
  const busy = createPerson(1, {
    appointments: [0, 1, 2, 3, 4].map((day) => createAppointment(day, 480, null, 300)),
  });
  assert.equal(firstOption(suggestEach([createTask()], [busy, createPerson(2)], PERIOD, 3)).personId, 2);
});

test('a task that is due soon gets the last slot before its due date, even if the request lists other tasks first', () => {
  const due = MONDAY + 9 * 60 * MINUTE_MS;
  const tasks = [createTask({ id: 'a' }), createTask({ id: 'b' }), createTask({ id: 'z', due })];
  const { placements } = spreadTasks(tasks, [createPerson(1)], PERIOD);
  const urgentOption = placements.find(({ taskId }) => taskId === 'z')!.options[0]!;
  assert.deepEqual([urgentOption.start, urgentOption.minutesLate], [MONDAY + 480 * MINUTE_MS, 0]);
});

test('gives a reason for each task without a suggestion', () => {
  const people = [createPerson(1, { days: [createWorkday(0, 60)] })];
  const tasks = [
    createTask({ id: 'first' }),
    createTask({ id: 'second' }),
    createTask({ id: 'too long', minutes: 61 }),
    createTask({ id: 'later', notBefore: PERIOD.to }),
    createTask({ id: 'another team', teamId: 'Locks' }),
  ];
  const { unassigned } = spreadTasks(tasks, people, PERIOD);
  assert.deepEqual(Object.fromEntries(unassigned.map(({ taskId, reason }) => [taskId, reason])), {
    second: 'noCapacity',
    'too long': 'tooLong',
    later: 'startsLater',
    'another team': 'noEligiblePeople',
  });
});
