import assert from 'node:assert/strict';
import test from 'node:test';
import { actOnDesign, beginDesign, type Design, type DesignAct, documentOf } from './design.ts';
import { findNode, harvestFields, nameOf } from './draft-tree.ts';

const begin = () =>
  beginDesign(
    documentOf({
      fields: [
        { name: 'A', type: 'text' },
        { name: 'S', type: 'section', fields: [{ name: 'B', type: 'integer', min: 1, default: 3 }] },
      ],
    }),
    'B',
  );
const after = (design: Design, ...acts: DesignAct[]) => acts.reduce(actOnDesign, design);
const chosenName = ({ history, chosen }: Design) =>
  chosen === null ? null : nameOf(findNode(history.present.tree.nodes, chosen)!.node);
const fieldsOf = ({ history }: Design) => harvestFields(history.present.tree.nodes);

test('an address chooses a field by its name, wherever it stands', () => {
  assert.equal(chosenName(begin()), 'B');
  assert.equal(beginDesign(documentOf({ fields: [] }), 'B').chosen, null);
  assert.equal(beginDesign(documentOf({ fields: [{}] })).chosen, null);
});

test('a field that is deleted leaves its neighbour at hand, and comes back by a step back', () => {
  const design = begin();
  const without = after(design, { kind: 'remove', key: design.chosen! });
  assert.equal(chosenName(without), 'S');
  assert.deepEqual(fieldsOf(after(without, { kind: 'undo' })), fieldsOf(design));
  assert.deepEqual(fieldsOf(after(without, { kind: 'undo' }, { kind: 'redo' })), fieldsOf(without));
});

test('what is typed into one member is one step until another field is chosen', () => {
  const design = begin();
  const key = design.chosen!;
  const typed = after(
    design,
    { kind: 'set', key, change: { label: 'H' } },
    { kind: 'set', key, change: { label: 'He' } },
    { kind: 'choose', key: null },
    { kind: 'set', key, change: { label: 'Hei' } },
  );
  assert.equal(fieldsOf(after(typed, { kind: 'undo' }))[1]!.fields![0]!.label, 'He');
  assert.deepEqual(fieldsOf(after(typed, { kind: 'undo' }, { kind: 'undo' })), fieldsOf(design));
});

test('a field of another type keeps what the type can have, and what of a number is no date goes', () => {
  const design = begin();
  const key = design.chosen!;
  const retyped = (type: 'decimal' | 'date' | 'note' | 'singleChoice') =>
    fieldsOf(after(design, { kind: 'retype', key, type }))[1]!.fields![0]!;
  assert.deepEqual(retyped('decimal'), { name: 'B', type: 'decimal', min: 1, default: 3 });
  assert.deepEqual(retyped('date'), { name: 'B', type: 'date' });
  assert.deepEqual(retyped('note'), { name: 'B', type: 'note' });
  assert.equal(retyped('singleChoice').choices?.length, 2);
});
