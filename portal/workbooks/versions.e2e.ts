import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const workbookPath = ({ organisation }: TestService) =>
  `/api/v1/workbooks/${organisation.workbookIds.Railing}`;

/** Publishes a second version with a new question, and saves a draft in which the question has another label. */
const createVersions = async (service: TestService) => {
  const admin = await service.as('admin');
  const path = workbookPath(service);
  const saveDraft = (fields: unknown[]) =>
    admin.request('PUT', `${path}/draft`, { fields }, { 'if-none-match': '*' });
  await saveDraft([{ name: 'Safe', type: 'boolean', label: 'Is it safe?' }]);
  const response = await admin.request(
    'POST',
    `${path}/draft/publish`,
    { version: '2.0.0' },
    { 'if-match': '*' },
  );
  assert.equal(response.status, 201);
  await saveDraft([{ name: 'Safe', type: 'boolean', label: 'Is it quite safe?' }]);
};
const pageUrl = ({ url, organisation }: TestService, search = '') =>
  `${url}/portal/workbooks/${organisation.workbookIds.Railing}${search}`;

test('an administrator compares versions with each other and with the draft, and shares the URL', async (t) => {
  const portal = await startPortal(t, { prepare: createVersions });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(pageUrl(service));
  await page.getByRole('button', { name: 'Actions for version 2.0.0' }).click();
  await page.getByRole('menuitem', { name: 'Compare with draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare versions' });
  await dialog.getByText('Is it quite safe?').waitFor();
  await assertAccessibleInBothThemes(page);
  assert.equal(new URL(page.url()).searchParams.get('to'), 'draft');
  await dialog.getByRole('combobox', { name: 'From version' }).click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await dialog.getByText('No differences in the fields.').waitFor();
  await page.goto(pageUrl(service, '?from=1&to=2'));
  await dialog.getByText('Added').waitFor();
  await dialog.getByText('Safe', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).search, '');
  portal.assertNoPageErrors();
});

test('an administrator deletes a version, and restores it with undo or from the list', async (t) => {
  const portal = await startPortal(t, { prepare: createVersions });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(pageUrl(service));
  const locateRow = (version: string) => page.getByRole('row', { name: new RegExp(`^${version}`) });
  const selectAction = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for version 2.0.0' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await locateRow('2.0.0').getByText('Used for new tasks').waitFor();
  await selectAction('Delete');
  await locateRow('2.0.0').getByText('Deleted').waitFor();
  await locateRow('1.0.0').getByText('Used for new tasks').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await locateRow('2.0.0').getByText('Used for new tasks').waitFor();
  await selectAction('Delete');
  await locateRow('2.0.0').getByText('by admin').waitFor();
  await assertAccessibleInBothThemes(page);
  await selectAction('Restore');
  await locateRow('2.0.0').getByText('Used for new tasks').waitFor();
  const { body } = await (await service.as('admin')).get(workbookPath(service));
  assert.equal(body.published.version, '2.0.0');
  portal.assertNoPageErrors();
});

test('an administrator sets the expected duration of a workbook, and the list shows it', async (t) => {
  const portal = await startPortal(t, { path: '/portal/workbooks' });
  if (!portal) return;
  const { page, service } = portal;
  const row = page.getByRole('row', { name: /^Railing check/ });
  await row.getByText(/Bridges/).waitFor();
  await page.getByRole('link', { name: 'Railing check' }).click();
  await page.getByText('Not set (1 hour is planned)').waitFor();
  await page.getByRole('button', { name: 'Edit details', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit workbook details' });
  const minutes = dialog.getByRole('textbox', { name: 'Expected duration' });
  await minutes.fill('90');
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 h 30 min').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not set (1 hour is planned)').waitFor();
  const admin = await service.as('admin');
  await admin.request('PATCH', workbookPath(service), { expectedMinutes: 45 }, { 'if-match': '*' });
  await page.goto(`${service.url}/portal/workbooks`);
  await row.getByRole('cell', { name: '45 min' }).waitFor();
  portal.assertNoPageErrors();
});
