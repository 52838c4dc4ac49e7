import assert from 'node:assert/strict';
import test from 'node:test';
import { Check } from 'typebox/value';
import { WorkbookDefinition } from './workbook-definition.ts';
import { workbookLimits } from './workbook-limits.ts';

const accepts = (...fields: unknown[]) => Check(WorkbookDefinition, { fields });

/** A text field, nested in a number of sections. */
const nested = (sections: number): unknown =>
  sections === 0
    ? { name: 'Comment', type: 'text' }
    : { name: `Section${sections}`, type: 'section', fields: [nested(sections - 1)] };

test('accepts a string, or one string per language, as a label', () => {
  assert.ok(accepts({ name: 'Height', type: 'decimal', label: 'Height in metres' }));
  assert.ok(accepts({ name: 'Height', type: 'decimal', label: { en: 'Height', 'nl-BE': 'Hoogte' } }));
  assert.ok(!accepts({ name: 'Height', type: 'decimal', label: {} }));
  assert.ok(!accepts({ name: 'Height', type: 'decimal', label: { '1': 'Height' } }));
  assert.ok(!accepts({ name: 'Height', type: 'decimal', label: 5 }));
});

test('accepts field names that start with a letter and contain only letters, digits and underscores', () => {
  for (const name of ['A', 'a1', 'Roof_2', 'x'.repeat(workbookLimits.fieldName)]) {
    assert.ok(accepts({ name, type: 'text' }), name);
  }
  for (const name of ['', '1a', '_a', 'a-b', 'a b', 'é', 'x'.repeat(workbookLimits.fieldName + 1)]) {
    assert.ok(!accepts({ name, type: 'text' }), name);
  }
});

test('rejects unknown properties at every level', () => {
  assert.ok(!accepts({ name: 'A', type: 'text', colour: 'red' }));
  assert.ok(!accepts({ name: 'A', type: 'section', fields: [{ name: 'B', type: 'text', colour: 'red' }] }));
  assert.ok(!accepts({ name: 'A', type: 'singleChoice', choices: [{ value: 'a', colour: 'red' }] }));
  assert.ok(!Check(WorkbookDefinition, { fields: [{ name: 'A', type: 'text' }], title: 'Bridge' }));
});

test('rejects a field that is nested in more than four sections or repeats', () => {
  assert.ok(accepts(nested(workbookLimits.nesting)));
  assert.ok(!accepts(nested(workbookLimits.nesting + 1)));
});

test('rejects a workbook without fields', () => {
  assert.ok(!accepts());
  assert.ok(!accepts({ name: 'A', type: 'section', fields: [] }));
});
