import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import {
  buildTree,
  type DraftTree,
  findNode,
  listUsedNames,
  nameOf,
  toFields,
  walkNodes,
} from './draft-tree.ts';
import {
  duplicateNode,
  findPlaceInDirection,
  insertFields,
  moveNode,
  removeNode,
  renameNode,
  setProperties,
} from './edit-tree.ts';
import { checkName, createUniqueName } from './field-names.ts';
import { createField } from './field-types.ts';
import { addStep, redoStep, startHistory, undoStep } from './history.ts';
import templates from './templates.json' with { type: 'json' };
import { compileValidForm, toValidFields } from './valid-fields.ts';

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
      { name: 'Caption', type: 'calculated', calculation: "jr:choice-name(${Colour}, '${Colour}')" },
    ],
  },
  { name: 'Total', type: 'calculated', calculation: 'sum(${Length})' },
];

const listNames = (tree: DraftTree) => [...walkNodes(tree.nodes)].map(nameOf);
const findKey = (tree: DraftTree, name: string) =>
  [...walkNodes(tree.nodes)].find((node) => nameOf(node) === name)!.key;

type Edit = { kind: string; target: number; to: number; position: number; name: string };
const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(
    'move',
    'up',
    'down',
    'indent',
    'outdent',
    'duplicate',
    'remove',
    'rename',
    'add',
    'hint',
  ),
  target: fc.nat(200),
  to: fc.nat(200),
  position: fc.nat(6),
  name: fc.constantFrom('Safe', 'safe', 'Height', 'Depth', 'X1', 'Length9', 'Colour'),
});

const applyEdit = (tree: DraftTree, { kind, target, to, position, name }: Edit): DraftTree => {
  const nodes = [...walkNodes(tree.nodes)];
  const targetNode = nodes[target % Math.max(1, nodes.length)];
  const container = to % 3 === 0 ? null : (nodes[to % Math.max(1, nodes.length)]?.key ?? null);
  if (kind === 'add') {
    const type = (['text', 'section', 'repeat', 'singleChoice'] as const)[to % 4]!;
    return insertFields(tree, { container, position }, [createField(type, name)]).tree;
  }
  if (!targetNode) return tree;
  switch (kind) {
    case 'move':
      return moveNode(tree, targetNode.key, { container, position });
    case 'duplicate':
      return nodes.length > 60 ? tree : duplicateNode(tree, targetNode.key).tree;
    case 'remove':
      return removeNode(tree, targetNode.key);
    case 'rename':
      return checkName(name, listUsedNames(tree.nodes, targetNode.key)) === undefined
        ? renameNode(tree, targetNode.key, name)
        : tree;
    case 'hint':
      return setProperties(tree, targetNode.key, { hint: name });
    default: {
      const place = findPlaceInDirection(tree, targetNode.key, kind as 'up');
      return place ? moveNode(tree, targetNode.key, place) : tree;
    }
  }
};

test('building a tree and converting it back changes nothing', () => {
  assert.deepEqual(toFields(buildTree(bridge).nodes), bridge);
  const anyFields = fc.array(
    fc.dictionary(fc.constantFrom('name', 'type', 'label', 'fields', 'x'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(anyFields, (fields) => {
      const tree = buildTree(fields);
      const serialised = JSON.stringify(toFields(tree.nodes));
      assert.equal(JSON.stringify(toFields(buildTree(JSON.parse(serialised)).nodes)), serialised);
      compileValidForm(toValidFields(tree.nodes));
    }),
  );
});

test('after any edits, names and keys are unique and fields are not nested too deep', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
      const tree = edits.reduce(applyEdit, buildTree(bridge));
      const lowerCaseNames = listNames(tree).map((name) => name.toLowerCase());
      assert.equal(new Set(lowerCaseNames).size, lowerCaseNames.length);
      const keys = [...walkNodes(tree.nodes)].map(({ key }) => key);
      assert.equal(new Set(keys).size, keys.length);
      for (const key of keys)
        assert.ok(findNode(tree.nodes, key)!.ancestors.length <= workbookLimits.nesting);
    }),
  );
});

test('moves keep all fields, and all edits can be undone and redone', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { minLength: 1, maxLength: 25 }), (edits) => {
      const trees = [buildTree(bridge)];
      let history = startHistory(trees[0]!);
      for (const edit of edits) {
        const newTree = applyEdit(history.present, edit);
        if (['move', 'up', 'down', 'indent', 'outdent'].includes(edit.kind))
          assert.deepEqual(listNames(newTree).sort(), listNames(history.present).sort());
        if (newTree !== history.present) trees.push(newTree);
        history = addStep(history, newTree);
      }
      for (const tree of trees.toReversed()) {
        assert.equal(history.present, tree);
        history = undoStep(history);
      }
      for (const tree of trees) {
        assert.equal(history.present, tree);
        history = redoStep(history);
      }
    }),
  );
});

test('a valid workbook stays valid when fields are renamed and duplicated', () => {
  assert.deepEqual(checkDefinition({ fields: bridge }), []);
  const anyName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  fc.assert(
    fc.property(fc.nat(20), anyName, (target, newName) => {
      const tree = buildTree(bridge);
      const nodes = [...walkNodes(tree.nodes)];
      const { key } = nodes[target % nodes.length]!;
      const renamedTree = renameNode(tree, key, createUniqueName(newName, listUsedNames(tree.nodes, key)));
      assert.deepEqual(checkDefinition({ fields: toFields(renamedTree.nodes) }), []);
      const treeWithCopy = duplicateNode(renamedTree, key).tree;
      assert.deepEqual(checkDefinition({ fields: toFields(treeWithCopy.nodes) }), []);
    }),
  );
});

test('renaming a field updates references in expressions, quoted names, labels and calculated defaults', () => {
  const tree = buildTree(bridge);
  const renamedTree = renameNode(
    renameNode(tree, findKey(tree, 'Height'), 'Clearance'),
    findKey(tree, 'Colour'),
    'Paint',
  );
  const text = JSON.stringify(toFields(renamedTree.nodes));
  assert.doesNotMatch(text, /Height|Colour/);
  assert.match(text, /\$\{ Clearance \} < 2/);
  assert.match(text, /jr:choice-name\(\$\{Paint\}, '\$\{Paint\}'\)/);
  assert.equal(renamedTree.nodes[0], tree.nodes[0], 'fields without a reference stay the same object');
});

test('fields of a duplicated section refer to each other by their new names', () => {
  const tree = buildTree(bridge);
  const { tree: treeWithCopy } = duplicateNode(tree, findKey(tree, 'Deck'));
  const copy = toFields(treeWithCopy.nodes)[2]!;
  assert.equal(copy.name, 'Deck2');
  assert.deepEqual(
    copy.fields!.map(({ name }) => name),
    ['Height2', 'Low2'],
  );
  assert.equal(copy.fields![0]!.relevant, '${Safe}');
  assert.equal(copy.fields![1]!.relevant, '${ Height2 } < 2');
});

test('consecutive changes to a label make up one undo step, and an unchanged state adds no step', () => {
  let history = startHistory('');
  for (const label of ['a', 'ab', 'abc']) history = addStep(history, label, 'label of 1');
  history = addStep(history, 'abc', 'label of 2');
  assert.equal(history.past.length, 1);
  assert.equal(undoStep(history).present, '');
});

test('a label that refers to an invalid calculation can be previewed', () => {
  const form = compileValidForm(
    toValidFields(
      buildTree([
        { name: 'Sum', type: 'calculated', calculation: '1 +' },
        { name: 'Missing', type: 'calculated' },
        { name: 'Result', type: 'note', label: { en: '${Sum}${Missing} mm' }, relevant: '${Sum} > 2' },
      ]).nodes,
    ),
  );
  const { root, evaluation } = fillForm(form, {}, TEST_CONTEXT);
  const note = form.order.find(({ field }) => field.name === 'Result')!;
  assert.equal(note.label!(root, evaluation), ' mm');
  assert.equal(
    root.isRelevant[note.slot],
    true,
    'the condition of the note refers to the invalid calculation and is therefore ignored',
  );
});

test('a form with invalid expressions can be previewed', () => {
  const invalidFields = [
    { name: 'A', type: 'decimal', relevant: '${Nowhere}' },
    { name: 'B', type: 'calculated', calculation: '${C}' },
    { name: 'C', type: 'calculated', calculation: '${B}' },
    { name: 'D', type: 'calculated', calculation: '${A} + 1' },
    { name: 'a', type: 'text' },
  ];
  const form = compileValidForm(toValidFields(buildTree(invalidFields).nodes));
  assert.deepEqual(form.order.map(({ field }) => field.name).sort(), ['A', 'B', 'C', 'D']);
});

test('every template for a new workbook can be published as it is', () => {
  for (const [name, fields] of Object.entries(templates))
    assert.deepEqual(checkDefinition({ fields: fields as Field[] }), [], name);
});
