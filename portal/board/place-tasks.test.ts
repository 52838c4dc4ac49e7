import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeTasks, snapMinutes } from './place-tasks.ts';
import { aPerson, aTask, localTime } from './testing/samples.ts';

const DAY = '2026-11-24';
type Args = Parameters<typeof placeTasks>;
type Planned = Args[2];
const listStarts = (tasks: Args[0], target: Args[1], planned: Planned['tasks'], busy: Planned['busy'] = []) =>
  [...placeTasks(tasks, target, { tasks: planned, busy }).values()].map((start) =>
    new Date(start).toISOString(),
  );

test('tasks dropped on a day are planned in the first free slots, starting on the quarter hour', () => {
  const planned = [aTask({ id: 'existing', plannedStart: localTime(DAY, 8), minutes: 50 })];
  const movedTasks = [aTask({ id: 'a', minutes: 40 }), aTask({ id: 'b' })];
  assert.deepEqual(listStarts(movedTasks, { person: aPerson(1), date: DAY }, planned), [
    localTime(DAY, 9),
    localTime(DAY, 9, 45),
  ]);
});

test('a dropped task does not overlap the person’s work for another team', () => {
  const busy = [1, 2].map((userId) => ({ userId, plannedStart: localTime(DAY, 8 + userId), minutes: 60 }));
  assert.deepEqual(listStarts([aTask({ minutes: 75 })], { person: aPerson(1), date: DAY }, [], busy), [
    localTime(DAY, 10),
  ]);
});

test('on an empty day, tasks start when working hours start, and on a day off, at the default time', () => {
  assert.deepEqual(listStarts([aTask()], { person: aPerson(1), date: DAY }, []), [localTime(DAY, 8)]);
  assert.deepEqual(listStarts([aTask()], { person: aPerson(1), date: '2026-11-28' }, []), [
    localTime('2026-11-28', 8),
  ]);
});

test('a task moved within its day does not block itself', () => {
  const task = aTask({ plannedStart: localTime(DAY, 8) });
  assert.deepEqual(listStarts([task], { person: aPerson(1), date: DAY }, [task]), [localTime(DAY, 8)]);
});

test('a task dropped on a day with gaps fills the first gap in which it fits', () => {
  const planned = [
    aTask({ id: 'morning', plannedStart: localTime(DAY, 8), minutes: 60 }),
    aTask({ id: 'noon', plannedStart: localTime(DAY, 9, 30), minutes: 90 }),
    aTask({ id: 'other', plannedStart: localTime(DAY, 11), assigneeId: 2 }),
  ];
  const movedTasks = [aTask({ id: 'a' }), aTask({ id: 'b', minutes: 30 })];
  assert.deepEqual(listStarts(movedTasks, { person: aPerson(1), date: DAY }, planned), [
    localTime(DAY, 11),
    localTime(DAY, 9),
  ]);
});

test('a task dropped on a full day starts after the last task, outside working hours, without an overlap', () => {
  const planned = [aTask({ id: 'all day', plannedStart: localTime(DAY, 8), minutes: 510 })];
  const movedTasks = [aTask({ id: 'a', minutes: 50 }), aTask({ id: 'b' })];
  assert.deepEqual(listStarts(movedTasks, { person: aPerson(1), date: DAY }, planned), [
    localTime(DAY, 16, 30),
    localTime(DAY, 17, 30),
  ]);
});

test('a task that would end after midnight is placed at the end of working hours', () => {
  const planned = [aTask({ id: 'day and night', plannedStart: localTime(DAY, 8), minutes: 900 })];
  const movedTasks = [aTask({ id: 'a', minutes: 200 })];
  assert.deepEqual(listStarts(movedTasks, { person: aPerson(1), date: DAY }, planned), [localTime(DAY, 13)]);
});

test('tasks dropped at a given time run back to back from then on, even if they overlap other tasks', () => {
  const movedTasks = [aTask({ id: 'a', minutes: 50 }), aTask({ id: 'b' })];
  const planned = [aTask({ id: 'existing', plannedStart: localTime(DAY, 20) })];
  const starts = listStarts(
    movedTasks,
    { person: aPerson(1), date: DAY, time: Date.parse(localTime(DAY, 19, 15)) },
    planned,
  );
  assert.deepEqual(starts, [localTime(DAY, 19, 15), localTime(DAY, 20, 15)]);
});

test('unassigned tasks all start at the default time', () => {
  const movedTasks = [aTask({ id: 'a' }), aTask({ id: 'b' })];
  assert.deepEqual(listStarts(movedTasks, { person: null, date: DAY }, []), [
    localTime(DAY, 8),
    localTime(DAY, 8),
  ]);
});

test('any number of tasks dropped on a day start on that day, each on the quarter hour', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 5, max: 20_160 }), { maxLength: 40 }), (durations) => {
      const movedTasks = durations.map((minutes, index) => aTask({ id: `${index}`, minutes }));
      const target = { person: aPerson(1), date: DAY };
      for (const start of placeTasks(movedTasks, target, { tasks: [], busy: [] }).values()) {
        assert.ok(start >= Date.parse(localTime(DAY, 0)) && start < Date.parse(localTime(DAY, 24)));
        assert.equal(start % 900_000, 0);
      }
    }),
  );
});

test('a duration is at least 15 minutes and at most two weeks', () => {
  assert.deepEqual([-30, 7, 52, 53, 1_000_000].map(snapMinutes), [15, 15, 45, 60, 20_160]);
});
