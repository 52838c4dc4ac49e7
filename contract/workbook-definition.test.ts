import assert from 'node:assert/strict';
import test from 'node:test';
import { Check } from 'typebox/value';
import { WorkbookDefinition } from './workbook-definition.ts';
import { workbookLimits } from './workbook-limits.ts';

const isValid = (...fields: unknown[]) => Check(WorkbookDefinition, { fields });

/** Creates a text field nested in the given number of sections. */
const createNestedField = (sections: number): unknown =>
  sections === 0
    ? { name: 'Comment', type: 'text' }
    : { name: `Section${sections}`, type: 'section', fields: [createNestedField(sections - 1)] };

test('a label can be a string, or one string per language', () => {
  assert.ok(isValid({ name: 'Height', type: 'decimal', label: 'Height in metres' }));
  assert.ok(isValid({ name: 'Height', type: 'decimal', label: { en: 'Height', 'nl-BE': 'Hoogte' } }));
  assert.ok(!isValid({ name: 'Height', type: 'decimal', label: {} }));
  assert.ok(!isValid({ name: 'Height', type: 'decimal', label: { '1': 'Height' } }));
  assert.ok(!isValid({ name: 'Height', type: 'decimal', label: 5 }));
});

test('accepts field names that start with a letter and contain only letters, digits and underscores', () => {
  for (const name of ['A', 'a1', 'Roof_2', 'x'.repeat(workbookLimits.fieldName)]) {
    assert.ok(isValid({ name, type: 'text' }), name);
  }
  for (const name of ['', '1a', '_a', 'a-b', 'a b', 'é', 'x'.repeat(workbookLimits.fieldName + 1)]) {
    assert.ok(!isValid({ name, type: 'text' }), name);
  }
});

test('rejects unknown properties at every level', () => {
  assert.ok(!isValid({ name: 'A', type: 'text', colour: 'red' }));
  assert.ok(!isValid({ name: 'A', type: 'section', fields: [{ name: 'B', type: 'text', colour: 'red' }] }));
  assert.ok(!isValid({ name: 'A', type: 'singleChoice', choices: [{ value: 'a', colour: 'red' }] }));
  assert.ok(!Check(WorkbookDefinition, { fields: [{ name: 'A', type: 'text' }], title: 'Bridge' }));
});

test('rejects a field nested in more than four sections or repeats', () => {
  assert.ok(isValid(createNestedField(workbookLimits.nesting)));
  assert.ok(!isValid(createNestedField(workbookLimits.nesting + 1)));
});

test('rejects a workbook without fields', () => {
  assert.ok(!isValid());
  assert.ok(!isValid({ name: 'A', type: 'section', fields: [] }));
});
