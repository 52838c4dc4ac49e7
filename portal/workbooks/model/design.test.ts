import assert from 'node:assert/strict';
import test from 'node:test';
import { type Design, designReducer, documentOf, type EditAction, startDesign } from './design.ts';
import { fieldsOfTree, findNode, nameOf } from './draft-tree.ts';

const begin = () =>
  startDesign(
    documentOf({
      fields: [
        { name: 'A', type: 'text' },
        { name: 'S', type: 'section', fields: [{ name: 'B', type: 'integer', min: 1, default: 3 }] },
      ],
    }),
    'B',
  );
const after = (design: Design, ...actions: EditAction[]) => actions.reduce(designReducer, design);
const selectedName = ({ history, selected }: Design) =>
  selected === null ? null : nameOf(findNode(history.present.tree.nodes, selected)!.node);
const fieldsOf = ({ history }: Design) => fieldsOfTree(history.present.tree.nodes);

test('selects the field that the URL names, at any depth', () => {
  assert.equal(selectedName(begin()), 'B');
  assert.equal(startDesign(documentOf({ fields: [] }), 'B').selected, null);
  assert.equal(startDesign(documentOf({ fields: [{}] })).selected, null);
});

test('deleting a field selects the next one, and undo restores it', () => {
  const design = begin();
  const without = after(design, { kind: 'remove', key: design.selected! });
  assert.equal(selectedName(without), 'S');
  assert.deepEqual(fieldsOf(after(without, { kind: 'undo' })), fieldsOf(design));
  assert.deepEqual(fieldsOf(after(without, { kind: 'undo' }, { kind: 'redo' })), fieldsOf(without));
});

test('typing into one member is one undo step until another field is selected', () => {
  const design = begin();
  const key = design.selected!;
  const typed = after(
    design,
    { kind: 'set', key, change: { label: 'H' } },
    { kind: 'set', key, change: { label: 'He' } },
    { kind: 'select', key: null },
    { kind: 'set', key, change: { label: 'Hei' } },
  );
  assert.equal(fieldsOf(after(typed, { kind: 'undo' }))[1]!.fields![0]!.label, 'He');
  assert.deepEqual(fieldsOf(after(typed, { kind: 'undo' }, { kind: 'undo' })), fieldsOf(design));
});

test('changing the type of a field keeps only supported members, and drops number limits for a date', () => {
  const design = begin();
  const key = design.selected!;
  const retyped = (type: 'decimal' | 'date' | 'note' | 'singleChoice') =>
    fieldsOf(after(design, { kind: 'retype', key, type }))[1]!.fields![0]!;
  assert.deepEqual(retyped('decimal'), { name: 'B', type: 'decimal', min: 1, default: 3 });
  assert.deepEqual(retyped('date'), { name: 'B', type: 'date' });
  assert.deepEqual(retyped('note'), { name: 'B', type: 'note' });
  assert.equal(retyped('singleChoice').choices?.length, 2);
});
