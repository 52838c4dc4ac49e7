import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import {
  type DraftTree,
  findNode,
  harvestFields,
  nameOf,
  plantFields,
  takenNames,
  walkNodes,
} from './draft-tree.ts';
import {
  duplicateNode,
  insertFields,
  moveNode,
  placeAfterStep,
  removeNode,
  renameNode,
  setMembers,
} from './edit-tree.ts';
import { freshName, nameFault } from './field-names.ts';
import { newField } from './field-types.ts';
import { addStep, beginHistory, redoStep, undoStep } from './history.ts';
import { compileSoundForm, soundFields } from './sound-fields.ts';

const bridge: Field[] = [
  { name: 'Safe', type: 'boolean', label: 'Is it safe?', required: true },
  {
    name: 'Deck',
    type: 'section',
    fields: [
      { name: 'Height', type: 'decimal', relevant: '${Safe}', failWhen: '. < 2' },
      { name: 'Low', type: 'note', label: { en: '${Height} m is too low' }, relevant: '${ Height } < 2' },
    ],
  },
  {
    name: 'Spans',
    type: 'repeat',
    fields: [
      { name: 'Length', type: 'decimal', default: { calculation: '2 + 1' } },
      { name: 'Colour', type: 'singleChoice', choices: [{ value: 'red', label: 'Red' }] },
      { name: 'Said', type: 'calculated', calculation: "jr:choice-name(${Colour}, '${Colour}')" },
    ],
  },
  { name: 'Total', type: 'calculated', calculation: 'sum(${Length})' },
];

const names = (tree: DraftTree) => [...walkNodes(tree.nodes)].map(({ node }) => nameOf(node));
const keyOf = (tree: DraftTree, name: string) =>
  [...walkNodes(tree.nodes)].find(({ node }) => nameOf(node) === name)!.node.key;

type Act = { kind: string; pick: number; to: number; at: number; word: string };
const anyAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('move', 'up', 'down', 'in', 'out', 'duplicate', 'remove', 'rename', 'add', 'hint'),
  pick: fc.nat(200),
  to: fc.nat(200),
  at: fc.nat(6),
  word: fc.constantFrom('Safe', 'safe', 'Height', 'Depth', 'X1', 'Length9', 'Colour'),
});

const act = (tree: DraftTree, { kind, pick, to, at, word }: Act): DraftTree => {
  const all = [...walkNodes(tree.nodes)].map(({ node }) => node);
  const chosen = all[pick % Math.max(1, all.length)];
  const container = to % 3 === 0 ? null : (all[to % Math.max(1, all.length)]?.key ?? null);
  if (kind === 'add' || !chosen) {
    const type = (['text', 'section', 'repeat', 'singleChoice'] as const)[to % 4]!;
    return insertFields(tree, { container, position: at }, [newField(type, word)]).tree;
  }
  switch (kind) {
    case 'move':
      return moveNode(tree, chosen.key, { container, position: at });
    case 'duplicate':
      return all.length > 60 ? tree : duplicateNode(tree, chosen.key).tree;
    case 'remove':
      return removeNode(tree, chosen.key);
    case 'rename':
      return nameFault(word, takenNames(tree.nodes, chosen.key)) === undefined
        ? renameNode(tree, chosen.key, word)
        : tree;
    case 'hint':
      return setMembers(tree, chosen.key, { hint: word });
    default: {
      const place = placeAfterStep(tree, chosen.key, kind as 'up');
      return place ? moveNode(tree, chosen.key, place) : tree;
    }
  }
};

test('a draft comes out of the designer as it went in, whatever it is', () => {
  assert.deepEqual(harvestFields(plantFields(bridge).nodes), bridge);
  const anyFields = fc.array(
    fc.dictionary(fc.constantFrom('name', 'type', 'label', 'fields', 'x'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(anyFields, (fields) => {
      const tree = plantFields(fields);
      const kept = JSON.stringify(harvestFields(tree.nodes));
      assert.equal(JSON.stringify(harvestFields(plantFields(JSON.parse(kept)).nodes)), kept);
      compileSoundForm(soundFields(tree.nodes));
    }),
  );
});

test('whatever is done, names stay unique, keys too, and nothing lies too deep', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 40 }), (acts) => {
      const tree = acts.reduce(act, plantFields(bridge));
      const lower = names(tree).map((name) => name.toLowerCase());
      assert.equal(new Set(lower).size, lower.length);
      const walked = [...walkNodes(tree.nodes)];
      assert.equal(new Set(walked.map(({ node }) => node.key)).size, walked.length);
      for (const { node, depth } of walked) {
        assert.ok(depth <= workbookLimits.nesting);
        assert.equal(findNode(tree.nodes, node.key)?.around.length, depth);
      }
    }),
  );
});

test('a move loses nothing and can be undone step by step, and done again', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { minLength: 1, maxLength: 25 }), (acts) => {
      const states = [plantFields(bridge)];
      let history = beginHistory(states[0]!);
      for (const each of acts) {
        const next = act(history.present, each);
        if (['move', 'up', 'down', 'in', 'out'].includes(each.kind))
          assert.deepEqual(names(next).sort(), names(history.present).sort());
        if (next !== history.present) states.push(next);
        history = addStep(history, next);
      }
      for (const state of states.toReversed()) {
        assert.equal(history.present, state);
        history = undoStep(history);
      }
      for (const state of states) {
        assert.equal(history.present, state);
        history = redoStep(history);
      }
    }),
  );
});

test('a sound workbook stays sound when its fields are renamed, duplicated and moved to the end', () => {
  assert.deepEqual(checkDefinition({ fields: bridge }), []);
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  fc.assert(
    fc.property(fc.nat(20), name, (pick, word) => {
      const tree = plantFields(bridge);
      const all = [...walkNodes(tree.nodes)].map(({ node }) => node);
      const { key } = all[pick % all.length]!;
      const renamed = renameNode(tree, key, freshName(word, takenNames(tree.nodes, key)));
      assert.deepEqual(checkDefinition({ fields: harvestFields(renamed.nodes) }), []);
      const doubled = duplicateNode(renamed, key).tree;
      assert.deepEqual(checkDefinition({ fields: harvestFields(doubled.nodes) }), []);
    }),
  );
});

test('a rename is followed in expressions, texts, quotes and calculated defaults, and nowhere else', () => {
  const tree = plantFields(bridge);
  const renamed = renameNode(
    renameNode(tree, keyOf(tree, 'Height'), 'Clearance'),
    keyOf(tree, 'Colour'),
    'Paint',
  );
  const text = JSON.stringify(harvestFields(renamed.nodes));
  assert.doesNotMatch(text, /Height|Colour/);
  assert.match(text, /\$\{ Clearance \} < 2/);
  assert.match(text, /jr:choice-name\(\$\{Paint\}, '\$\{Paint\}'\)/);
  assert.equal(renamed.nodes[0], tree.nodes[0], 'what does not name it is the same object');
});

test('a copy of a section is about itself: its fields name each other under their new names', () => {
  const tree = plantFields(bridge);
  const { tree: doubled } = duplicateNode(tree, keyOf(tree, 'Deck'));
  const copy = harvestFields(doubled.nodes)[2]!;
  assert.equal(copy.name, 'Deck2');
  assert.deepEqual(
    copy.fields!.map(({ name }) => name),
    ['Height2', 'Low2'],
  );
  assert.equal(copy.fields![0]!.relevant, '${Safe}');
  assert.equal(copy.fields![1]!.relevant, '${ Height2 } < 2');
});

test('letters that are typed after each other are one step, and what is the same is none', () => {
  let history = beginHistory('');
  for (const label of ['a', 'ab', 'abc']) history = addStep(history, label, 'label of 1');
  history = addStep(history, 'abc', 'label of 2');
  assert.equal(history.past.length, 1);
  assert.equal(undoStep(history).present, '');
});

test('a text that names a calculation at fault is still said', () => {
  const form = compileSoundForm(
    soundFields(
      plantFields([
        { name: 'Sum', type: 'calculated', calculation: '1 +' },
        { name: 'Missing', type: 'calculated' },
        { name: 'Said', type: 'note', label: { en: '${Sum}${Missing} mm' }, relevant: '${Sum} > 2' },
      ]).nodes,
    ),
  );
  const { root, given } = fillForm(form, {}, SOME_DAY);
  const said = form.order.find(({ field }) => field.name === 'Said')!;
  assert.equal(said.label!(root, given), ' mm');
  assert.equal(root.isRelevant[said.slot], true, 'its condition is at fault as well then');
});

test('a form can be tried though some of its expressions are at fault', () => {
  const broken = [
    { name: 'A', type: 'decimal', relevant: '${Nowhere}' },
    { name: 'B', type: 'calculated', calculation: '${C}' },
    { name: 'C', type: 'calculated', calculation: '${B}' },
    { name: 'D', type: 'calculated', calculation: '${A} + 1' },
    { name: 'a', type: 'text' },
  ];
  const form = compileSoundForm(soundFields(plantFields(broken).nodes));
  assert.deepEqual(form.order.map(({ field }) => field.name).sort(), ['A', 'B', 'C', 'D']);
});
