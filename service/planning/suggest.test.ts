import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Engagement, findRoom, openAgenda } from './agenda.ts';
import { type OpenTask, type Outcome, spreadOver, suggestEach, type Way, type Worker } from './suggest.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONDAY = Date.parse('2026-11-23T00:00:00Z');
const DAYS = 5;
const WINDOW = { from: MONDAY, to: MONDAY + DAYS * DAY };

/** From 8:00 to 16:30, so many minutes of it. */
const workday = (day: number, workingMinutes = 480) => ({
  day: { start: MONDAY + day * DAY, end: MONDAY + (day + 1) * DAY },
  startsAt: MONDAY + day * DAY + 480 * MINUTE,
  endsAt: MONDAY + day * DAY + 990 * MINUTE,
  workingMinutes,
});

const task = (differences: Partial<OpenTask> = {}): OpenTask => ({
  id: 'task',
  teamId: 'Bridges',
  minutes: 60,
  place: null,
  notBefore: null,
  due: null,
  visits: new Map(),
  ...differences,
});

const worker = (id: number, differences: Partial<Worker> = {}): Worker => ({
  id,
  teamIds: new Set(['Bridges']),
  days: Array.from({ length: DAYS }, (_, day) => workday(day)),
  engagements: [],
  ...differences,
});

const CENTRE = { latitude: 52.37, longitude: 4.9 };
const KILOMETRES_AWAY = { latitude: 52.47, longitude: 4.9 };
const at = (day: number, minutes: number, place: Engagement['place'] = null, lasts = 60): Engagement => {
  const start = MONDAY + day * DAY + minutes * MINUTE;
  return { start, end: start + lasts * MINUTE, place };
};
const first = ({ placed }: Outcome): Way => placed[0]!.ways[0]!;

const arbitraryPlace = fc.option(
  fc.record({
    latitude: fc.double({ min: 52, max: 53, noNaN: true }),
    longitude: fc.double({ min: 4, max: 5, noNaN: true }),
  }),
);
const arbitraryInstant = fc
  .integer({ min: -600, max: DAYS * 1_440 })
  .map((minutes) => MONDAY + minutes * MINUTE);
const arbitraryTeam = fc.constantFrom('Bridges', 'Locks');
const arbitraryTasks = fc
  .array(
    fc.record({
      teamId: arbitraryTeam,
      minutes: fc.integer({ min: 5, max: 600 }),
      place: arbitraryPlace,
      notBefore: fc.option(arbitraryInstant),
      due: fc.option(arbitraryInstant),
      visits: fc.constantFrom(new Map(), new Map([[1, { times: 2, lastAt: MONDAY - DAY }]])),
    }),
    { maxLength: 25 },
  )
  .map((tasks) => tasks.map((one, number) => ({ ...one, id: `task ${number}` })));
const arbitraryWorkers = fc
  .array(
    fc.record({
      teamIds: fc.uniqueArray(arbitraryTeam).map((teams) => new Set(teams)),
      // Days on which they are away are not there.
      days: fc
        .subarray([0, 1, 2, 3, 4])
        .chain((days) =>
          fc.tuple(...days.map((day) => fc.integer({ min: 1, max: 510 }).map((m) => workday(day, m)))),
        ),
      engagements: fc.array(
        fc
          .tuple(arbitraryInstant, fc.integer({ min: 5, max: 900 }), arbitraryPlace)
          .map(([start, minutes, place]) => ({ start, end: start + minutes * MINUTE, place })),
        { maxLength: 5 },
      ),
    }),
    { maxLength: 4 },
  )
  .map((workers) => workers.map((one, number) => ({ ...one, id: number + 1 })));

const workdayOf = (one: Worker, start: number) =>
  one.days.find((day) => day.startsAt <= start && start < day.endsAt);

/** Everything that a person would have to do, and what of it was there before. */
const engagedAfter = (one: Worker, tasks: readonly OpenTask[], { placed }: Outcome, except?: string) => [
  ...one.engagements,
  ...placed
    .filter(({ taskId, ways }) => taskId !== except && ways[0]!.workerId === one.id)
    .map(({ taskId, ways: [way] }) => {
      const { minutes, place } = tasks.find(({ id }) => id === taskId)!;
      return { start: way!.start, end: way!.start + minutes * MINUTE, place };
    }),
];

const mustBePossible = (one: OpenTask, workers: readonly Worker[], way: Way, engaged: Engagement[]) => {
  const who = workers.find(({ id }) => id === way.workerId)!;
  const day = workdayOf(who, way.start);
  const end = way.start + one.minutes * MINUTE;
  assert.ok(who.teamIds.has(one.teamId), 'somebody of its team');
  assert.ok(day && end <= day.endsAt, 'while they work, and not while they are away');
  assert.ok(
    way.start >= (one.notBefore ?? 0) && way.start >= WINDOW.from && end <= WINDOW.to,
    'not before it may',
  );
  assert.ok(
    engaged.every((other) => other.end <= way.start || other.start >= end),
    'nobody is in two places',
  );
  const { plannedMinutes } = openAgenda(day, [...engaged, { start: way.start, end, place: null }]);
  assert.ok(plannedMinutes <= day.workingMinutes, 'no longer than they work');
  assert.equal(way.lateBy, Math.max(0, one.due === null ? 0 : (end - one.due) / MINUTE));
};

/** Whether somebody has time for it that ends before it is due. */
const couldBeInTime = (one: OpenTask, who: Worker, engaged: Engagement[]) =>
  who.teamIds.has(one.teamId) &&
  who.days.some((day) => {
    const start = findRoom(openAgenda(day, engaged), one.minutes, Math.max(one.notBefore ?? 0, WINDOW.from));
    const end = (start ?? Number.POSITIVE_INFINITY) + one.minutes * MINUTE;
    return end <= Math.min(one.due ?? WINDOW.to, WINDOW.to);
  });

test('each suggestion is possible by itself, and late only where nobody could be in time', () => {
  fc.assert(
    fc.property(arbitraryTasks, arbitraryWorkers, (tasks, workers) => {
      const outcome = suggestEach(tasks, workers, WINDOW, 3);
      assert.equal(outcome.placed.length + outcome.unplaced.length, tasks.length);
      for (const { taskId, ways } of outcome.placed) {
        const one = tasks.find(({ id }) => id === taskId)!;
        assert.equal(new Set(ways.map(({ workerId }) => workerId)).size, ways.length);
        for (const way of ways) {
          const who = workers.find(({ id }) => id === way.workerId)!;
          mustBePossible(one, workers, way, [...who.engagements]);
          const couldBe = workers.some((other) => couldBeInTime(one, other, [...other.engagements]));
          assert.equal(way.lateBy > 0, !couldBe);
        }
      }
    }),
  );
});

test('a plan for all tasks together can be carried out as a whole, and nothing is late that could still be in time', () => {
  fc.assert(
    fc.property(arbitraryTasks, arbitraryWorkers, (tasks, workers) => {
      const outcome = spreadOver(tasks, workers, WINDOW);
      assert.equal(outcome.placed.length + outcome.unplaced.length, tasks.length);
      for (const { taskId, ways } of outcome.placed) {
        const one = tasks.find(({ id }) => id === taskId)!;
        const engagedOf = (who: Worker) => engagedAfter(who, tasks, outcome, taskId);
        const who = workers.find(({ id }) => id === ways[0]!.workerId)!;
        mustBePossible(one, workers, ways[0]!, engagedOf(who));
        if (ways[0]!.lateBy > 0) {
          for (const other of workers)
            assert.ok(!couldBeInTime(one, other, engagedAfter(other, tasks, outcome)), 'late without need');
        }
      }
      for (const { taskId, why } of outcome.unplaced) {
        const one = tasks.find(({ id }) => id === taskId)!;
        const isFree = (who: Worker) =>
          couldBeInTime({ ...one, due: null }, who, engagedAfter(who, tasks, outcome));
        assert.ok(!workers.some(isFree), `${why}, though somebody has time`);
      }
    }),
  );
});

test('the same is suggested whenever it is asked for', () => {
  fc.assert(
    fc.property(arbitraryTasks, arbitraryWorkers, (tasks, workers) => {
      assert.deepEqual(spreadOver(tasks, workers, WINDOW), spreadOver(tasks, workers, WINDOW));
      assert.deepEqual(suggestEach(tasks, workers, WINDOW, 3), suggestEach(tasks, workers, WINDOW, 3));
    }),
  );
});

test('equal tasks are spread evenly over two people, wherever they are', () => {
  const sameTasks = fc.record({
    count: fc.integer({ min: 1, max: 40 }),
    minutes: fc.integer({ min: 5, max: 120 }),
    place: fc.constantFrom(null, CENTRE),
  });
  fc.assert(
    fc.property(sameTasks, ({ count, minutes, place }) => {
      const tasks = Array.from({ length: count }, (_, n) => task({ id: `task ${n}`, minutes, place }));
      const { placed } = spreadOver(tasks, [worker(1), worker(2)], WINDOW);
      assert.equal(placed.length, count);
      const ofFirst = placed.filter(({ ways }) => ways[0]!.workerId === 1).length;
      assert.ok(Math.abs(ofFirst - (count - ofFirst)) <= 1, `${ofFirst} of ${count}`);
    }),
  );
});

test('a week of work for one person is spread over its days', () => {
  const tasks = Array.from({ length: 10 }, (_, n) => task({ id: `task ${n}` }));
  const { placed } = spreadOver(tasks, [worker(1)], WINDOW);
  const days = Map.groupBy(placed, ({ ways }) => Math.floor((ways[0]!.start - MONDAY) / DAY));
  assert.deepEqual(
    [...days.values()].map(({ length }) => length),
    [2, 2, 2, 2, 2],
  );
});

test('who is near gets a task, with the metres told', () => {
  const near = worker(2, { engagements: [at(0, 480, CENTRE)] });
  const far = worker(1, { engagements: [at(0, 480, KILOMETRES_AWAY)] });
  const oneDay = { days: [workday(0)] };
  const way = first(
    suggestEach(
      [task({ place: CENTRE })],
      [
        { ...far, ...oneDay },
        { ...near, ...oneDay },
      ],
      WINDOW,
      3,
    ),
  );
  assert.deepEqual([way.workerId, way.metres], [2, 0]);
  const other = suggestEach([task({ place: CENTRE })], [{ ...far, ...oneDay }], WINDOW, 3);
  assert.ok(Math.abs(first(other).metres! - 11_119) < 5, String(first(other).metres));
});

test('who has been there before gets a task among equals', () => {
  const visits = new Map([[2, { times: 1, lastAt: MONDAY - 30 * DAY }]]);
  const workers = [worker(1), worker(2), worker(3)];
  assert.equal(first(suggestEach([task({ visits })], workers, WINDOW, 3)).workerId, 2);
});

test('who has time gets a task rather than who has much to do', () => {
  const busy = worker(1, { engagements: [0, 1, 2, 3, 4].map((day) => at(day, 480, null, 300)) });
  assert.equal(first(suggestEach([task()], [busy, worker(2)], WINDOW, 3)).workerId, 2);
});

test('a task that is due soon takes the only time left before, though others are asked for first', () => {
  const due = MONDAY + 9 * 60 * MINUTE;
  const tasks = [task({ id: 'a' }), task({ id: 'b' }), task({ id: 'z', due })];
  const { placed } = spreadOver(tasks, [worker(1)], WINDOW);
  const urgent = placed.find(({ taskId }) => taskId === 'z')!.ways[0]!;
  assert.deepEqual([urgent.start, urgent.lateBy], [MONDAY + 480 * MINUTE, 0]);
});

test('what finds no place says why', () => {
  const workers = [worker(1, { days: [workday(0, 60)] })];
  const tasks = [
    task({ id: 'first' }),
    task({ id: 'second' }),
    task({ id: 'too long', minutes: 61 }),
    task({ id: 'later', notBefore: WINDOW.to }),
    task({ id: 'another team', teamId: 'Locks' }),
  ];
  const { unplaced } = spreadOver(tasks, workers, WINDOW);
  assert.deepEqual(Object.fromEntries(unplaced.map(({ taskId, why }) => [taskId, why])), {
    second: 'full',
    'too long': 'tooLong',
    later: 'startsLater',
    'another team': 'nobody',
  });
});
