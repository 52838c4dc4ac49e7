import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { exportForm } from '#xlsform/export-form.ts';
import { importForm } from '#xlsform/import-form.ts';
import { demoWorkbooks } from './demo-workbooks.ts';

test('every demo workbook survives a round trip through XLSForm', () => {
  assert.ok(demoWorkbooks.length >= 6);
  for (const { name, title = name, versions = [] } of demoWorkbooks) {
    for (const { version, fields } of versions) {
      const { sheets } = exportForm({ title, name, version, definition: { fields } });
      const { definition, report } = importForm(sheets);
      assert.deepEqual(definition.fields, JSON.parse(JSON.stringify(fields)), name);
      assert.deepEqual([report, checkDefinition(definition)], [[], []], name);
    }
  }
});
