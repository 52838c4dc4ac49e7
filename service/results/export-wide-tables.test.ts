import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { addInspection, setFields } from '#service/testing/add-inspection.ts';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { startService } from '#service/testing/start-service.ts';
import { requireBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

const ENTRIES = 1_000;
const CHOICES = 5_000;

const FIELDS: readonly Field[] = [
  {
    name: 'Spans',
    type: 'repeat',
    label: 'Spans',
    fields: [
      {
        name: 'Defects',
        type: 'multiChoice',
        label: 'Defects',
        choices: Array.from({ length: CHOICES }, (_, index) => ({ value: `${index}` })),
      },
    ],
  },
];

test('an inspection with a thousand entries and a column for each of 5,000 choices is exported without blocking other requests', async (t) => {
  const { as, database, organisation } = await startService(t);
  const { workbookIds, versionIds } = organisation;
  await setFields(database.db, organisation, 'Railing', FIELDS);
  const Spans = Array.from({ length: ENTRIES }, (_, index) => ({ Defects: [`${index}`] }));
  await addInspection(database.db, organisation, { workbook: 'Railing', result: { answers: { Spans } } });
  const erp = await as('erp');
  const path = `/api/v1/workbooks/${workbookIds.Railing}/versions/${versionIds.Railing}/results`;
  for (const query of ['.csv?choices=columns&repeat=Spans', '.xlsx?choices=columns']) {
    const download = async () => {
      const { status, bytes } = await erp.get(path + query);
      assert.equal(status, 200);
      assert.ok(bytes.length > 10_000);
    };
    // The ratio is 3; it was 18 when a result was formatted in a single turn.
    await requireBelow(5, () => measureLongestTurn(download));
  }
});
