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
const readSelectedName = ({ history, selectedKey }: Design) =>
  selectedKey === null ? null : nameOf(findNode(history.present.tree.nodes, selectedKey)!.node);
const readFields = ({ history }: Design) => toFields(history.present.tree.nodes);

test('the field whose name is in the URL is selected, at any depth', () => {
  assert.equal(readSelectedName(createDesign()), 'B');
  assert.equal(startDesign(toDraftDocument({ fields: [] }), 'B').selectedKey, null);
  assert.equal(startDesign(toDraftDocument({ fields: [{}] })).selectedKey, null);
});

test('deleting a field selects the next field, and undo restores the deleted field', () => {
  const design = createDesign();
  const afterRemoval = applyActions(design, { kind: 'remove', key: design.selectedKey! });
  assert.equal(readSelectedName(afterRemoval), 'S');
  assert.deepEqual(readFields(applyActions(afterRemoval, { kind: 'undo' })), readFields(design));
  assert.deepEqual(
    readFields(applyActions(afterRemoval, { kind: 'undo' }, { kind: 'redo' })),
    readFields(afterRemoval),
  );
});

test('typing in one property counts as one undo step until another field is selected', () => {
  const design = createDesign();
  const key = design.selectedKey!;
  const designAfterTyping = applyActions(
    design,
    { kind: 'set', key, changes: { label: 'H' } },
    { kind: 'set', key, changes: { label: 'He' } },
    { kind: 'select', key: null },
    { kind: 'set', key, changes: { label: 'Hei' } },
  );
  assert.equal(readFields(applyActions(designAfterTyping, { kind: 'undo' }))[1]!.fields![0]!.label, 'He');
  assert.deepEqual(
    readFields(applyActions(designAfterTyping, { kind: 'undo' }, { kind: 'undo' })),
    readFields(design),
  );
});

test('a field whose type changes keeps the supported properties, but a number that becomes a date loses its limits', () => {
  const design = createDesign();
  const key = design.selectedKey!;
  const changeFieldType = (type: 'decimal' | 'date' | 'note' | 'singleChoice') =>
    readFields(applyActions(design, { kind: 'changeType', key, type }))[1]!.fields![0]!;
  assert.deepEqual(changeFieldType('decimal'), { name: 'B', type: 'decimal', min: 1, default: 3 });
  assert.deepEqual(changeFieldType('date'), { name: 'B', type: 'date' });
  assert.deepEqual(changeFieldType('note'), { name: 'B', type: 'note' });
  assert.equal(changeFieldType('singleChoice').choices?.length, 2);
});
