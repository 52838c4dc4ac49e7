import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const addressOf = ({ organisation }: TestService) => `/api/v1/workbooks/${organisation.workbookIds.Railing}`;

/** A second version, in which a question is new, and a draft in which it is called otherwise. */
const withTwoVersions = async (service: TestService) => {
  const admin = await service.as('admin');
  const address = addressOf(service);
  const begin = (fields: unknown[]) =>
    admin.request('PUT', `${address}/draft`, { fields }, { 'if-none-match': '*' });
  await begin([{ name: 'Safe', type: 'boolean', label: 'Is it safe?' }]);
  const published = await admin.request(
    'POST',
    `${address}/draft/publish`,
    { version: '2.0.0' },
    { 'if-match': '*' },
  );
  assert.equal(published.status, 201);
  await begin([{ name: 'Safe', type: 'boolean', label: 'Is it quite safe?' }]);
};
const pageOf = ({ url, organisation }: TestService, search = '') =>
  `${url}/portal/workbooks/${organisation.workbookIds.Railing}${search}`;

test('versions are compared with each other and with the draft, by an address that can be sent', async (t) => {
  const portal = await startPortal(t, { prepare: withTwoVersions });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(pageOf(service));
  await page.getByRole('button', { name: 'Actions for version 2.0.0' }).click();
  await page.getByRole('menuitem', { name: 'Compare with the draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare versions' });
  await dialog.getByText('Is it quite safe?').waitFor();
  await assertAccessibleInBothThemes(page);
  assert.equal(new URL(page.url()).searchParams.get('to'), 'draft');
  await dialog.getByRole('combobox', { name: 'Earlier' }).click();
  await page.getByRole('option', { name: 'The draft' }).click();
  await dialog.getByText('There is no difference in the fields.').waitFor();
  await page.goto(pageOf(service, '?from=1&to=2'));
  await dialog.getByText('Added').waitFor();
  await dialog.getByText('Safe', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).search, '');
  portal.assertQuiet();
});

test('a version is deleted, brought back by a step back and from the list, and new tasks get what is left', async (t) => {
  const portal = await startPortal(t, { prepare: withTwoVersions });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(pageOf(service));
  const row = (version: string) => page.getByRole('row', { name: new RegExp(`^${version}`) });
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for version 2.0.0' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await row('2.0.0').getByText('New tasks get it').waitFor();
  await act('Delete');
  await row('2.0.0').getByText('Deleted').waitFor();
  await row('1.0.0').getByText('New tasks get it').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row('2.0.0').getByText('New tasks get it').waitFor();
  await act('Delete');
  await row('2.0.0').getByText('by admin').waitFor();
  await assertAccessibleInBothThemes(page);
  await act('Restore');
  await row('2.0.0').getByText('New tasks get it').waitFor();
  const { body } = await (await service.as('admin')).get(addressOf(service));
  assert.equal(body.published.version, '2.0.0');
  portal.assertQuiet();
});

test('how long an inspection takes is said in the workbook and seen in the list, with the teams', async (t) => {
  const portal = await startPortal(t, { path: '/portal/workbooks' });
  if (!portal) return;
  const { page, service } = portal;
  const row = page.getByRole('row', { name: /^Railing check/ });
  await row.getByText(/Bridges/).waitFor();
  await page.getByRole('link', { name: 'Railing check' }).click();
  await page.getByText('Not said: one hour is set aside').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the workbook' });
  const minutes = dialog.getByRole('textbox', { name: 'An inspection takes about' });
  await minutes.fill('90');
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 h 30 min').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not said: one hour is set aside').waitFor();
  const admin = await service.as('admin');
  await admin.request('PATCH', addressOf(service), { expectedMinutes: 45 }, { 'if-match': '*' });
  await page.goto(`${service.url}/portal/workbooks`);
  await row.getByRole('cell', { name: '45 min' }).waitFor();
  portal.assertQuiet();
});
