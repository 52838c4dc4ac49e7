import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Work } from '#contract/work.ts';
import type { LocalTask } from '#inspector/store/local-data.ts';
import { findTasksByCode } from './find-tasks-by-code.ts';

const HOME = 'https://ronda.example/work';

type TaskFields = { id: string; externalId: string; title: string; items: readonly object[] };

const localTask = (taskFields: TaskFields): LocalTask => ({
  id: taskFields.id,
  work: { task: taskFields } as unknown as Work,
});

const item = (externalId: string, title: string, attributes: Record<string, unknown> = {}) => ({
  id: `item ${externalId}`,
  externalId,
  title,
  attributes,
});

const RAILING = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';
const bridge = item('BR-001', 'Magere Brug', { Barcode: 8_717_163_997_123, Lanes: '2' });
const tasks = [
  localTask({ id: RAILING, externalId: 'WO-1', title: 'Railing', items: [bridge] }),
  localTask({ id: 'deck', externalId: 'WO-2', title: 'Deck', items: [bridge, item('BR-002', 'Blauwbrug')] }),
  localTask({ id: 'decoy', externalId: 'Railing', title: 'WO-1', items: [item('2', 'Lock')] }),
];

const match = (code: string) => {
  const found = findTasksByCode(code, tasks, HOME);
  return 'taskId' in found ? found.taskId : found.tasks.map(({ id }) => id);
};

test('a link, a number, an item, its barcode or a title leads to the task, or to all tasks of the item', () => {
  assert.equal(match(`${HOME}/inspect/tasks/${RAILING}`), RAILING);
  assert.equal(match(`${HOME}/portal/tasks/${RAILING.toUpperCase()}?from=board`), RAILING);
  assert.equal(match('wo-1'), RAILING, 'a number before a title of the same words');
  assert.equal(match('railing'), 'decoy');
  assert.equal(match(' Blauwbrug '), 'deck');
  assert.equal(match('br-002'), 'deck');
  assert.deepEqual(match('BR-001'), [RAILING, 'deck']);
  assert.deepEqual(match('8717163997123'), [RAILING, 'deck']);
  assert.equal(match('2'), 'decoy', 'an attribute that is no code leads nowhere');
});

test('links of other services and to other pages find no task', () => {
  for (const link of [
    `https://other.example/work/inspect/tasks/${RAILING}`,
    `https://ronda.example/inspect/tasks/${RAILING}`,
    `${HOME}/inspect/inspections/${RAILING}`,
    `${HOME}/inspect/tasks/12`,
  ])
    assert.deepEqual(match(link), [], link);
});

test('a link leads to its task even if it is not on this device', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom('', ' ', '\n'), (id, around) =>
      assert.deepEqual(findTasksByCode(`${around}${HOME}/inspect/tasks/${id}/${around}`, [], HOME), {
        taskId: id,
      }),
    ),
  );
});

test('the number of every task leads to it, and no code leads to a task that does not contain it', () => {
  const some = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      externalId: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      title: fc.string(),
      items: fc.constant([]),
    }),
    { selector: ({ externalId }) => externalId.trim().replace(/\s+/g, ' ').toLowerCase() },
  );
  fc.assert(
    fc.property(some, fc.string(), (taskFields, noise) => {
      const all = taskFields.map(localTask);
      for (const { id, externalId } of taskFields)
        assert.deepEqual(findTasksByCode(` ${externalId} `, all, HOME), { taskId: id });
      const found = findTasksByCode(noise, all, HOME);
      const ids = 'taskId' in found ? [found.taskId] : found.tasks.map((task) => task.id);
      for (const id of ids) {
        const { externalId, title } = taskFields.find((each) => each.id === id)!;
        const searchText = [id, externalId, title].map((each) =>
          each.trim().replace(/\s+/g, ' ').toLowerCase(),
        );
        assert.ok(searchText.includes(noise.trim().replace(/\s+/g, ' ').toLowerCase()));
      }
    }),
  );
});
