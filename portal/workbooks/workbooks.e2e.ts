import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

test('an administrator unpublishes a workbook and undoes it, changes its teams, and edits it at the same time as another administrator', async (t) => {
  const portal = await startPortal(t, { path: '/portal/workbooks' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('searchbox', { name: 'Search by name or title' }).fill('no such workbook');
  await page.getByRole('heading', { name: 'No matching workbooks' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Railing check' }).click();
  await page.getByRole('cell', { name: 'Used for new tasks' }).waitFor();
  await page.getByRole('button', { name: /^Actions for version/ }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).waitFor();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByRole('cell', { name: 'Not published' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell', { name: 'Used for new tasks' }).waitFor();
  await assertAccessibleInBothThemes(page);

  const { Railing: id } = service.organisation.workbookIds;
  const readTeams = async () => {
    const { body } = await (await service.as('admin')).get(`/api/v1/workbooks/${id}/teams`);
    return body.teams.map(({ title }: { title: string }) => title);
  };
  const initialTeams = await readTeams();
  await page.getByRole('combobox', { name: 'Teams' }).click();
  await page.getByRole('option', { name: 'Locks' }).click();
  await page.getByText('Teams updated').first().waitFor();
  assert.equal((await readTeams()).includes('Locks'), !initialTeams.includes('Locks'));

  // Undo does not overwrite changes that another administrator has since made to the teams.
  const admin = await service.as('admin');
  await admin.request('PUT', `/api/v1/workbooks/${id}/teams`, { teamIds: [] }, { 'if-match': '*' });
  await page
    .getByRole('alert')
    .filter({ hasText: 'Teams updated' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await page.getByText('Undone: Teams updated').waitFor();
  assert.deepEqual(
    await readTeams(),
    initialTeams.filter((title: string) => title === 'Locks'),
  );

  await page.getByRole('button', { name: 'Edit details', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit workbook details' });
  await dialog.getByLabel('Title').fill('Mine');
  const rename = (title: string) =>
    admin.request('PATCH', `/api/v1/workbooks/${id}`, { title }, { 'if-match': '*' });
  await rename('Theirs');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  await dialog.getByText('Changed by someone else to: Theirs').waitFor();
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Mine');
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
  await rename('Later');
  await page.keyboard.press('Control+z');
  await page.getByRole('heading', { name: 'Later', level: 1 }).waitFor();
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  portal.assertNoPageErrors();
});

test('an administrator creates a workbook from an XLSForm and sees which rows could not be imported', async (t) => {
  const portal = await startPortal(t, { path: '/portal/workbooks?create=true' });
  if (!portal) return;
  const { page, service } = portal;
  const definition = {
    fields: [
      { name: 'Safe', type: 'boolean', label: 'Is it safe?' },
      { name: 'Photos', type: 'photo', label: 'Photos', maxCount: 3, relevant: '${Safe}' },
    ],
  };
  const admin = await service.as('admin');
  const exportedForm = await admin.post('/api/v1/workbooks/xlsform/export', {
    title: 'Walls',
    name: 'walls',
    version: '1',
    definition,
  });
  const dialog = page.getByRole('dialog', { name: 'New workbook' });
  await dialog.getByRole('radio', { name: 'Import XLSForm' }).click();
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.xlsx', mimeType, buffer: Buffer.from('x') });
  await dialog.getByRole('alert').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'walls.xlsx', mimeType, buffer: exportedForm.bytes });
  await dialog.getByText('2 fields').waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'Walls');
  await assertAccessibleInBothThemes(page);
  // If saving the fields fails, a retry continues with the workbook already created.
  await page.route(/\/draft$/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Create and edit' }).click();
  await dialog.getByText('No connection to the server').waitFor();
  await page.unroute(/\/draft$/);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Quay walls');
  await dialog.getByRole('button', { name: 'Create and edit' }).click();
  await page.getByRole('treeitem', { name: /Is it safe/ }).waitFor();
  await page.getByRole('heading', { name: /Quay walls/, level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  assert.doesNotMatch(page.url(), /create/);

  // Undoing the deletion restores the draft and the teams.
  await page.getByRole('link', { name: 'Quay walls', exact: true }).click();
  await page.getByRole('combobox', { name: 'Teams' }).click();
  await page.getByRole('option', { name: 'Locks' }).click();
  await page.getByText('Teams updated').first().waitFor();
  await page.getByRole('button', { name: 'Delete workbook' }).click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  const deletionNote = page.getByRole('alert').filter({ hasText: 'Quay walls deleted' });
  await deletionNote.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Quay walls', exact: true }).click();
  await page.getByRole('link', { name: 'Continue draft' }).waitFor();
  await page.getByText('Locks').first().waitFor();
  await page.getByRole('link', { name: 'Continue draft' }).click();
  await page.getByRole('treeitem', { name: /Is it safe/ }).waitFor();
  portal.assertNoPageErrors();
});

test('a user without permission to manage workbooks can export versions but not change them', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/workbooks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Railing check' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'New workbook' }).count(), 0);
  await page.getByRole('link', { name: 'Railing check' }).click();
  await page.getByRole('button', { name: /^Actions for version/ }).click();
  await page.getByRole('menuitem', { name: 'Export as XLSForm' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Unpublish' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: /^Edit questions|^Create next version/ }).count(), 0);
  portal.assertNoPageErrors();
});
