import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '#workbook-engine/pausable-work.ts';
import { type OpenTask, spreadTasksInSteps, suggestEachInSteps, type Worker } from './suggest.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONDAY = Date.parse('2026-11-23T00:00:00Z');
const WINDOW = { from: MONDAY, to: MONDAY + 5 * DAY };

const task = (number: number): OpenTask => ({
  ...{ id: `task ${number}`, teamId: 'Bridges', minutes: 60, location: null, notBefore: null, due: null },
  visits: new Map(),
});

/** A person who works from 8:00 to 16:30 on five days. */
const worker = (id: number): Worker => ({
  ...{ id, teamIds: new Set(['Bridges']), appointments: [] },
  days: [0, 1, 2, 3, 4].map((day) => ({
    day: { start: MONDAY + day * DAY, end: MONDAY + (day + 1) * DAY },
    startsAt: MONDAY + day * DAY + 480 * MINUTE,
    endsAt: MONDAY + day * DAY + 990 * MINUTE,
    workingMinutes: 480,
  })),
});

test('the work of one person is spread over the days of the week', () => {
  const tasks = Array.from({ length: 10 }, (_, n) => task(n));
  const { placed } = finish(spreadTasksInSteps(tasks, [worker(1)], WINDOW));
  const days = Map.groupBy(placed, ({ options }) => Math.floor((options[0]!.start - MONDAY) / DAY));
  assert.deepEqual(
    [...days.values()].map(({ length }) => length),
    [2, 2, 2, 2, 2],
  );
});

test('pauses are possible after each person that is considered for a task', () => {
  const workers = Array.from({ length: 20 }, (_, n) => worker(n + 1));
  const tasks = Array.from({ length: 10 }, (_, n) => task(n));
  for (const work of [
    suggestEachInSteps(tasks, workers, WINDOW, 3),
    spreadTasksInSteps(tasks, workers, WINDOW),
  ]) {
    assert.ok([...work].length >= tasks.length * workers.length);
  }
});
