import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoContentTypes } from './demo-items.ts';
import { demoPeople, demoTeams } from './demo-people.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import { FATES, planDemoTasks } from './plan-demo-tasks.ts';

const today = new Date('2026-11-20T00:00:00Z');

test('the demo has the size that is promised', () => {
  const items = demoContentTypes().flatMap(({ items }) => items);
  assert.equal(demoTeams.length, 4);
  assert.equal(demoPeople.length, 12);
  assert.equal(demoWorkbooks.length, 6);
  assert.equal(items.length, 300);
  assert.equal(new Set(items.map(({ externalId }) => externalId)).size, 300);
  assert.equal(planDemoTasks(today).length, 2_000);
});

test('the demo is the same at every run', () => {
  assert.deepEqual(planDemoTasks(today), planDemoTasks(today));
  assert.deepEqual(demoContentTypes(), demoContentTypes());
});

test('tasks come in every state, on working days, around the day of the start', () => {
  const tasks = planDemoTasks(today);
  const counts = Map.groupBy(tasks, ({ fate }) => fate);
  for (const [fate, count] of Object.entries(FATES)) assert.equal(counts.get(fate as 'New')?.length, count);
  for (const { content, fate } of tasks) {
    const { startDate, dueDate } = content;
    assert.ok(startDate! < dueDate!, content.externalId);
    assert.ok(![0, 6].includes(dueDate!.getUTCDay()), content.externalId);
    assert.ok(fate !== 'Closed' || dueDate! < new Date('2026-11-23T17:00:00Z'), content.externalId);
    assert.equal(content.assignedUserName === null, fate === 'New');
  }
});

test('every item lies in Amsterdam', () => {
  for (const { externalId, location } of demoContentTypes().flatMap(({ items }) => items)) {
    const { latitude, longitude } = location!;
    assert.ok(latitude > 52.32 && latitude < 52.4 && longitude > 4.8 && longitude < 5.02, externalId);
  }
});
