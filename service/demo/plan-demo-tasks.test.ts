import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDemoContentTypes } from './demo-items.ts';
import { demoPeople, demoTeams } from './demo-people.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import { OUTCOMES, planDemoTasks } from './plan-demo-tasks.ts';

const today = new Date('2026-11-20T00:00:00Z');

test('the demo has the documented size', () => {
  const items = createDemoContentTypes().flatMap(({ items }) => items);
  assert.equal(demoTeams.length, 4);
  assert.equal(demoPeople.length, 12);
  assert.equal(demoWorkbooks.length, 6);
  assert.equal(items.length, 300);
  assert.equal(new Set(items.map(({ externalId }) => externalId)).size, 300);
  assert.equal(planDemoTasks(today).length, 2_000);
});

test('the demo data is deterministic', () => {
  assert.deepEqual(planDemoTasks(today), planDemoTasks(today));
  assert.deepEqual(createDemoContentTypes(), createDemoContentTypes());
});

test('in every state, most tasks have normal priority, and every other priority occurs', () => {
  const tasksByPriority = Map.groupBy(planDemoTasks(today), ({ content }) => content.priority);
  assert.deepEqual([...tasksByPriority.keys()].sort(), ['high', 'low', 'normal', 'urgent']);
  for (const [priority, tasks] of tasksByPriority) {
    if (priority === 'normal') assert.ok(tasks.length > 1_600, String(tasks.length));
    else assert.ok(tasks.length > 20, `${priority}: ${tasks.length}`);
    for (const outcome of ['New', 'Assigned', 'Closed'])
      assert.ok(
        tasks.some((task) => task.outcome === outcome),
        `${priority}, ${outcome}`,
      );
  }
});

test('tasks cover every state and are due on working days around today', () => {
  const tasks = planDemoTasks(today);
  const counts = Map.groupBy(tasks, ({ outcome }) => outcome);
  for (const [outcome, count] of Object.entries(OUTCOMES))
    assert.equal(counts.get(outcome as 'New')?.length, count);
  for (const { content, outcome } of tasks) {
    const { startDate, dueDate } = content;
    assert.ok(startDate! < dueDate!, content.externalId);
    assert.ok(![0, 6].includes(dueDate!.getUTCDay()), content.externalId);
    assert.ok(outcome !== 'Closed' || dueDate! < new Date('2026-11-23T17:00:00Z'), content.externalId);
    assert.equal(content.assignedUserName === null, outcome === 'New');
  }
});

test('completed tasks and most open tasks are planned on working days in Amsterdam without overlap', () => {
  const tasks = planDemoTasks(today);
  const openTasks = tasks.filter(({ outcome }) =>
    ['New', 'Assigned', 'Active', 'Restarted'].includes(outcome),
  );
  const completedTasks = tasks.filter(({ outcome }) => outcome === 'Closed');
  const plannedTasks = openTasks.filter(({ content }) => content.plannedStart !== null);
  assert.ok(
    plannedTasks.length > 200 && plannedTasks.length < openTasks.length - 200,
    `${plannedTasks.length} of ${openTasks.length}`,
  );
  assert.ok(completedTasks.every(({ content }) => content.plannedStart! < today));
  const timeFormat = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const expectedMinutes = new Map(demoWorkbooks.map(({ name, expectedMinutes }) => [name, expectedMinutes!]));
  const slots = [...plannedTasks, ...completedTasks].map(({ content, inspector }) => {
    const from = content.plannedStart!;
    const minutes = content.plannedMinutes ?? expectedMinutes.get(content.workbookName)!;
    return { inspector, from, to: new Date(from.getTime() + minutes * 60_000) };
  });
  for (const { from, to } of slots) {
    assert.match(timeFormat.format(from), /^(Mon|Tue|Wed|Thu|Fri) (08|09|1[0-6]):/);
    assert.match(timeFormat.format(to), /^(Mon|Tue|Wed|Thu|Fri) ((08|09|1[0-6]):|17:00)/);
  }
  assert.ok(slots.some(({ from }) => from < today));
  for (const inspectorSlots of Map.groupBy(slots, ({ inspector }) => inspector).values()) {
    const sortedSlots = inspectorSlots.toSorted((a, b) => a.from.getTime() - b.from.getTime());
    for (const [index, { from }] of sortedSlots.slice(1).entries()) assert.ok(sortedSlots[index]!.to <= from);
  }
});

test('every item is in Amsterdam', () => {
  for (const { externalId, location } of createDemoContentTypes().flatMap(({ items }) => items)) {
    const { latitude, longitude } = location!;
    assert.ok(latitude > 52.32 && latitude < 52.4 && longitude > 4.8 && longitude < 5.02, externalId);
  }
});
