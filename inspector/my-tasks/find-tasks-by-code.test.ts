import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Work } from '#contract/work.ts';
import type { LocalTask } from '#inspector/store/local-data.ts';
import { findTasksByCode } from './find-tasks-by-code.ts';

const SERVICE_URL = 'https://ronda.example/work';

type TaskFields = { id: string; externalId: string; title: string; items: readonly object[] };

const createTask = (taskFields: TaskFields): LocalTask => ({
  id: taskFields.id,
  work: { task: taskFields } as unknown as Work,
});

const createItem = (externalId: string, title: string, attributes: Record<string, unknown> = {}) => ({
  id: `item ${externalId}`,
  externalId,
  title,
  attributes,
});

const RAILING_ID = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';
const bridge = createItem('BR-001', 'Magere Brug', { Barcode: 8_717_163_997_123, Lanes: '2' });
const tasks = [
  createTask({ id: RAILING_ID, externalId: 'WO-1', title: 'Railing', items: [bridge] }),
  createTask({
    id: 'deck',
    externalId: 'WO-2',
    title: 'Deck',
    items: [bridge, createItem('BR-002', 'Blauwbrug')],
  }),
  createTask({ id: 'decoy', externalId: 'Railing', title: 'WO-1', items: [createItem('2', 'Lock')] }),
];

const findIds = (code: string) => {
  const match = findTasksByCode(code, tasks, SERVICE_URL);
  return 'taskId' in match ? match.taskId : match.tasks.map(({ id }) => id);
};

test('a task is found by its link, number or title, and all tasks for an item by the item or its barcode', () => {
  assert.equal(findIds(`${SERVICE_URL}/inspect/tasks/${RAILING_ID}`), RAILING_ID);
  assert.equal(findIds(`${SERVICE_URL}/portal/tasks/${RAILING_ID.toUpperCase()}?from=board`), RAILING_ID);
  assert.equal(findIds('wo-1'), RAILING_ID, 'a number takes precedence over an equal title');
  assert.equal(findIds('railing'), 'decoy');
  assert.equal(findIds(' Blauwbrug '), 'deck');
  assert.equal(findIds('br-002'), 'deck');
  assert.deepEqual(findIds('BR-001'), [RAILING_ID, 'deck']);
  assert.deepEqual(findIds('8717163997123'), [RAILING_ID, 'deck']);
  assert.equal(findIds('2'), 'decoy', 'an attribute that is not a code is ignored');
});

test('links to other services and other pages are ignored', () => {
  for (const link of [
    `https://other.example/work/inspect/tasks/${RAILING_ID}`,
    `https://ronda.example/inspect/tasks/${RAILING_ID}`,
    `${SERVICE_URL}/inspect/inspections/${RAILING_ID}`,
    `${SERVICE_URL}/inspect/tasks/12`,
  ])
    assert.deepEqual(findIds(link), [], link);
});

test('a link finds its task, even if the task is not on this device', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom('', ' ', '\n'), (id, whitespace) =>
      assert.deepEqual(
        findTasksByCode(`${whitespace}${SERVICE_URL}/inspect/tasks/${id}/${whitespace}`, [], SERVICE_URL),
        { taskId: id },
      ),
    ),
  );
});

test('every task is found by its number, and a code finds only tasks with that ID, number or title', () => {
  const taskList = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      externalId: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      title: fc.string(),
      items: fc.constant([]),
    }),
    { selector: ({ externalId }) => externalId.trim().replace(/\s+/g, ' ').toLowerCase() },
  );
  fc.assert(
    fc.property(taskList, fc.string(), (taskFields, code) => {
      const localTasks = taskFields.map(createTask);
      for (const { id, externalId } of taskFields)
        assert.deepEqual(findTasksByCode(` ${externalId} `, localTasks, SERVICE_URL), { taskId: id });
      const match = findTasksByCode(code, localTasks, SERVICE_URL);
      const ids = 'taskId' in match ? [match.taskId] : match.tasks.map((task) => task.id);
      for (const id of ids) {
        const { externalId, title } = taskFields.find((fields) => fields.id === id)!;
        const names = [id, externalId, title].map((name) => name.trim().replace(/\s+/g, ' ').toLowerCase());
        assert.ok(names.includes(code.trim().replace(/\s+/g, ' ').toLowerCase()));
      }
    }),
  );
});
