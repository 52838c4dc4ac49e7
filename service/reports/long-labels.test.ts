import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

test('a report shows all of 150 labels that contain a long answer', async (t) => {
  const questions = Array.from(
    { length: 150 },
    (_, index): Field => ({ name: `Q${index}`, type: 'text', label: `${index}: ${'${Text}'}?` }),
  );
  const inspection = await startNewInspection(await startService(t), {
    fields: [{ name: 'Text', type: 'longText', label: 'Text' }, ...questions],
  });
  // The report has few words: empty lines are collapsed.
  await inspection.answer({ Text: `above${'\n'.repeat(32_000)}below` });
  const report = await inspection.person.get(`/api/v1/inspections/${inspection.id}/report.pdf`);
  assert.equal(report.status, 200, JSON.stringify(report.body));
  const { text } = await readPdf(report.bytes);
  const expected = questions.flatMap((_, index) => [`${index}: above`, 'below?']);
  assert.equal(findFirstWordOutOfOrder(text, expected), undefined);
});
