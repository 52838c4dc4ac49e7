import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { startService } from '#service/testing/start-service.ts';
import { followUpFaults } from './follow-up-faults.ts';

test('a follow-up names one workbook, by name or title, and one team, or is told what was meant', async (t) => {
  const { database, organisation, as } = await startService(t);
  const { tenantId } = organisation;
  const field = (name: string, followUp: FollowUp): Field => ({ name, type: 'boolean', followUp });
  const fields: Field[] = [
    field('A', { workbook: 'railing', team: 'BRIDGES' }),
    field('B', { workbook: 'Bridge inspection' }),
    { name: 'S', type: 'section', fields: [field('C', { workbook: 'Raling', team: 'Loks' })] },
    field('E', { workbook: 'Something else' }),
  ];
  const expected = [
    {
      path: 'fields[2].fields[0].followUp.workbook',
      message: 'There is no workbook Raling. Did you mean Railing?',
    },
    { path: 'fields[2].fields[0].followUp.team', message: 'There is no team Loks. Did you mean Locks?' },
    { path: 'fields[3].followUp.workbook', message: 'There is no workbook Something else.' },
  ];
  const told = async (ofTenant: number, given: readonly Field[]) =>
    (await followUpFaults(database.db, ofTenant, given)).map(({ path, sentence }) => ({
      path,
      message: inEnglish(sentence),
    }));
  assert.deepEqual(await told(tenantId, fields), expected);
  assert.deepEqual(await told(tenantId + 1, [fields[1]!]), [
    { path: 'fields[0].followUp.workbook', message: 'There is no workbook Bridge inspection.' },
  ]);

  const admin = await as('admin');
  const check = `/api/v1/workbooks/${organisation.workbookIds.Railing}/draft/check`;
  const { faults } = (await admin.post(check, { fields })).body;
  for (const fault of expected) assert.ok(faults.some(({ path }: { path: string }) => path === fault.path));
});
