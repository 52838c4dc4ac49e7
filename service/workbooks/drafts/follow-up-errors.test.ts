import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { toEnglish } from '#i18n/message.ts';
import { startService } from '#service/testing/start-service.ts';
import { findFollowUpErrors } from './follow-up-errors.ts';

test('a follow-up must match exactly one workbook, by name or title, and one team; otherwise a similar name is suggested', async (t) => {
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
  const listMessages = async (tenantId: number, checkedFields: readonly Field[]) =>
    (await findFollowUpErrors(database.db, tenantId, checkedFields)).map(({ path, message }) => ({
      path,
      message: toEnglish(message),
    }));
  assert.deepEqual(await listMessages(tenantId, fields), expected);
  assert.deepEqual(await listMessages(tenantId + 1, [fields[1]!]), [
    { path: 'fields[0].followUp.workbook', message: 'There is no workbook Bridge inspection.' },
  ]);

  const admin = await as('admin');
  const check = `/api/v1/workbooks/${organisation.workbookIds.Railing}/draft/check`;
  const { errors } = (await admin.post(check, { fields })).body;
  for (const issue of expected) assert.ok(errors.some(({ path }: { path: string }) => path === issue.path));
});
