import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { run } from '#service/database/statement.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

test('an inspector can remove an inspection that no longer exists on the server', async (t) => {
  const service = await startService(t);
  const { id } = await startNewInspection(service, {
    fields: [{ name: 'Notes', label: 'Notes', type: 'text' }],
  });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  await phone.context.setOffline(true);
  let page = await phone.restart(`/inspect/inspections/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Rust');
  await page.getByText('Saved on this device').waitFor();
  const { tenantId } = service.organisation;
  await run(service.database.db, 'update inspection set is_deleted = true where tenant_id = $1', [tenantId]);

  await phone.context.setOffline(false);
  page = await phone.restart('/inspect/sent');
  await page.getByText('Needs attention').waitFor();
  await page.getByRole('button', { name: 'Remove from this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this inspection from this device?' });
  await dialog.getByText('This device has the only copy.').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Remove from this device' }).click();
  await page.getByText('Everything is on the server').waitFor();
  assert.equal(await page.getByRole('article').count(), 0);
});
