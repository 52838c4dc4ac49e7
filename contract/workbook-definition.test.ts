import assert from 'node:assert/strict';
import test from 'node:test';
import { Check } from 'typebox/value';
import { WorkbookDefinition } from './workbook-definition.ts';
import { workbookLimits } from './workbook-limits.ts';

const accepts = (...fields: unknown[]) => Check(WorkbookDefinition, { fields });

/** A text field inside so many sections. */
const nested = (sections: number): unknown =>
  sections === 0
    ? { name: 'Remark', type: 'text' }
    : { name: `Section${sections}`, type: 'section', fields: [nested(sections - 1)] };

test('a label is one text, or one text per language', () => {
  assert.ok(accepts({ name: 'Height', type: 'decimal', label: 'Height in metres' }));
  assert.ok(accepts({ name: 'Height', type: 'decimal', label: { en: 'Height', 'nl-BE': 'Hoogte' } }));
  assert.ok(!accepts({ name: 'Height', type: 'decimal', label: {} }));
  assert.ok(!accepts({ name: 'Height', type: 'decimal', label: { '1': 'Height' } }));
  assert.ok(!accepts({ name: 'Height', type: 'decimal', label: 5 }));
});

test('a name begins with a letter and goes on with letters, digits and underscores', () => {
  for (const name of ['A', 'a1', 'Roof_2', 'x'.repeat(workbookLimits.fieldName)]) {
    assert.ok(accepts({ name, type: 'text' }), name);
  }
  for (const name of ['', '1a', '_a', 'a-b', 'a b', 'é', 'x'.repeat(workbookLimits.fieldName + 1)]) {
    assert.ok(!accepts({ name, type: 'text' }), name);
  }
});

test('a member that nobody knows is refused on every level', () => {
  assert.ok(!accepts({ name: 'A', type: 'text', colour: 'red' }));
  assert.ok(!accepts({ name: 'A', type: 'section', fields: [{ name: 'B', type: 'text', colour: 'red' }] }));
  assert.ok(!accepts({ name: 'A', type: 'singleChoice', choices: [{ value: 'a', colour: 'red' }] }));
  assert.ok(!Check(WorkbookDefinition, { fields: [{ name: 'A', type: 'text' }], title: 'Bridge' }));
});

test('a field lies in at most four sections and repeats', () => {
  assert.ok(accepts(nested(workbookLimits.nesting)));
  assert.ok(!accepts(nested(workbookLimits.nesting + 1)));
});

test('a workbook asks something', () => {
  assert.ok(!accepts());
  assert.ok(!accepts({ name: 'A', type: 'section', fields: [] }));
});
