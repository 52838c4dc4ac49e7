import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Work } from '#contract/work.ts';
import type { KeptTask } from '#inspector/store/kept.ts';
import { tasksOfCode } from './tasks-of-code.ts';

const HOME = 'https://ronda.example/work';

type Told = { id: string; externalId: string; title: string; items: readonly object[] };

const kept = (told: Told): KeptTask => ({ id: told.id, work: { task: told } as unknown as Work });

const item = (externalId: string, title: string, attributes: Record<string, unknown> = {}) => ({
  id: `item ${externalId}`,
  externalId,
  title,
  attributes,
});

const RAILING = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';
const bridge = item('BR-001', 'Magere Brug', { Barcode: 8_717_163_997_123, Lanes: '2' });
const tasks = [
  kept({ id: RAILING, externalId: 'WO-1', title: 'Railing', items: [bridge] }),
  kept({ id: 'deck', externalId: 'WO-2', title: 'Deck', items: [bridge, item('BR-002', 'Blauwbrug')] }),
  kept({ id: 'decoy', externalId: 'Railing', title: 'WO-1', items: [item('2', 'Lock')] }),
];

const meant = (code: string) => {
  const found = tasksOfCode(code, tasks, HOME);
  return 'taskId' in found ? found.taskId : found.tasks.map(({ id }) => id);
};

test('a link, a number, an item, its barcode or a title leads to the task, or to all of the item', () => {
  assert.equal(meant(`${HOME}/inspect/tasks/${RAILING}`), RAILING);
  assert.equal(meant(`${HOME}/portal/tasks/${RAILING.toUpperCase()}?from=board`), RAILING);
  assert.equal(meant('wo-1'), RAILING, 'a number before a title of the same words');
  assert.equal(meant('railing'), 'decoy');
  assert.equal(meant(' Blauwbrug '), 'deck');
  assert.equal(meant('br-002'), 'deck');
  assert.deepEqual(meant('BR-001'), [RAILING, 'deck']);
  assert.deepEqual(meant('8717163997123'), [RAILING, 'deck']);
  assert.equal(meant('2'), 'decoy', 'an attribute that is no code leads nowhere');
});

test('a link of another service, or to something else, is no task', () => {
  for (const link of [
    `https://other.example/work/inspect/tasks/${RAILING}`,
    `https://ronda.example/inspect/tasks/${RAILING}`,
    `${HOME}/inspect/inspections/${RAILING}`,
    `${HOME}/inspect/tasks/12`,
  ])
    assert.deepEqual(meant(link), [], link);
});

test('a link leads to its task also when it is not on this device, to be fetched', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom('', ' ', '\n'), (id, around) =>
      assert.deepEqual(tasksOfCode(`${around}${HOME}/inspect/tasks/${id}/${around}`, [], HOME), {
        taskId: id,
      }),
    ),
  );
});

test('the number of every task leads to it, and whatever is scanned, nothing but what bears it is meant', () => {
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
    fc.property(some, fc.string(), (told, noise) => {
      const all = told.map(kept);
      for (const { id, externalId } of told)
        assert.deepEqual(tasksOfCode(` ${externalId} `, all, HOME), { taskId: id });
      const found = tasksOfCode(noise, all, HOME);
      const ids = 'taskId' in found ? [found.taskId] : found.tasks.map((task) => task.id);
      for (const id of ids) {
        const { externalId, title } = told.find((each) => each.id === id)!;
        const said = [id, externalId, title].map((each) => each.trim().replace(/\s+/g, ' ').toLowerCase());
        assert.ok(said.includes(noise.trim().replace(/\s+/g, ' ').toLowerCase()));
      }
    }),
  );
});
