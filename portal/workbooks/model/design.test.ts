import assert from 'node:assert/strict';
import test from 'node:test';
import { type Design, designReducer, type EditAction, startDesign, toDraftDocument } from './design.ts';
import { findNode, nameOf, toFields } from './draft-tree.ts';

const createDesign = () =>
  startDesign(
    toDraftDocument({
      fields: [
        { name: 'A', type: 'text' },
        { name: 'S', type: 'section', fields: [{ name: 'B', type: 'integer', min: 1, default: 3 }] },
      ],
    }),
    'B',
  );
const applyActions = (design: Design, ...actions: EditAction[]) => actions.reduce(designReducer, design);
const selectedName = ({ history, selected }: Design) =>
  selected === null ? null : nameOf(findNode(history.present.tree.nodes, selected)!.node);
const readFields = ({ history }: Design) => toFields(history.present.tree.nodes);

test('the field in the URL is selected, at any depth', () => {
  assert.equal(selectedName(createDesign()), 'B');
  assert.equal(startDesign(toDraftDocument({ fields: [] }), 'B').selected, null);
  assert.equal(startDesign(toDraftDocument({ fields: [{}] })).selected, null);
});

test('deleting a field selects the next one, and undo restores it', () => {
  const design = createDesign();
  const afterRemoval = applyActions(design, { kind: 'remove', key: design.selected! });
  assert.equal(selectedName(afterRemoval), 'S');
  assert.deepEqual(readFields(applyActions(afterRemoval, { kind: 'undo' })), readFields(design));
  assert.deepEqual(
    readFields(applyActions(afterRemoval, { kind: 'undo' }, { kind: 'redo' })),
    readFields(afterRemoval),
  );
});

test('typing in one property counts as one undo step until another field is selected', () => {
  const design = createDesign();
  const key = design.selected!;
  const typed = applyActions(
    design,
    { kind: 'set', key, change: { label: 'H' } },
    { kind: 'set', key, change: { label: 'He' } },
    { kind: 'select', key: null },
    { kind: 'set', key, change: { label: 'Hei' } },
  );
  assert.equal(readFields(applyActions(typed, { kind: 'undo' }))[1]!.fields![0]!.label, 'He');
  assert.deepEqual(readFields(applyActions(typed, { kind: 'undo' }, { kind: 'undo' })), readFields(design));
});

test('a field whose type changes keeps the supported properties, but a number that becomes a date loses its limits', () => {
  const design = createDesign();
  const key = design.selected!;
  const fieldAfter = (type: 'decimal' | 'date' | 'note' | 'singleChoice') =>
    readFields(applyActions(design, { kind: 'changeType', key, type }))[1]!.fields![0]!;
  assert.deepEqual(fieldAfter('decimal'), { name: 'B', type: 'decimal', min: 1, default: 3 });
  assert.deepEqual(fieldAfter('date'), { name: 'B', type: 'date' });
  assert.deepEqual(fieldAfter('note'), { name: 'B', type: 'note' });
  assert.equal(fieldAfter('singleChoice').choices?.length, 2);
});
