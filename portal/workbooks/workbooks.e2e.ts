import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

test('a workbook is found, withdrawn and published again by a step back, and given to other teams', async (t) => {
  const portal = await startPortal(t, { path: '/portal/workbooks' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('searchbox', { name: 'Search by name or title' }).fill('nothing at all');
  await page.getByRole('heading', { name: 'No workbook fits' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Show all workbooks' }).click();
  await page.getByRole('link', { name: 'Railing check' }).click();
  await page.getByRole('cell', { name: 'New tasks get it' }).waitFor();
  await page.getByRole('button', { name: /^Actions for version/ }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).waitFor();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await page.getByRole('cell', { name: 'Withdrawn' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell', { name: 'New tasks get it' }).waitFor();
  await assertAccessibleInBothThemes(page);

  const { Railing: id } = service.organisation.workbookIds;
  const teamsOf = async () => {
    const { body } = await (await service.as('admin')).get(`/api/v1/workbooks/${id}/teams`);
    return body.teams.map(({ title }: { title: string }) => title);
  };
  const before = await teamsOf();
  await page.getByRole('combobox', { name: 'Teams that use it' }).click();
  await page.getByRole('option', { name: 'Locks' }).click();
  await page.getByText('Teams changed').first().waitFor();
  assert.equal((await teamsOf()).includes('Locks'), !before.includes('Locks'));

  // What another administrator did to other teams stays, before and after a step back.
  const admin = await service.as('admin');
  await admin.request('PUT', `/api/v1/workbooks/${id}/teams`, { teamIds: [] }, { 'if-match': '*' });
  await page
    .getByRole('alert')
    .filter({ hasText: 'Teams changed' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await page.getByText('Undone: Teams changed').waitFor();
  assert.deepEqual(
    await teamsOf(),
    before.filter((title: string) => title === 'Locks'),
  );

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the workbook' });
  await dialog.getByLabel('Title').fill('Mine');
  const rename = (title: string) =>
    admin.request('PATCH', `/api/v1/workbooks/${id}`, { title }, { 'if-match': '*' });
  await rename('Theirs');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  await dialog.getByText('Somebody else made it: Theirs').waitFor();
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Mine');
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
  await rename('Later');
  await page.keyboard.press('Control+z');
  await page.getByRole('heading', { name: 'Later', level: 1 }).waitFor();
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  portal.assertQuiet();
});

test('a form of XLSForm becomes a workbook, and what does not come along is told row by row', async (t) => {
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
  const form = await admin.post('/api/v1/workbooks/xlsform/export', {
    title: 'Walls',
    name: 'walls',
    version: '1',
    definition,
  });
  const dialog = page.getByRole('dialog', { name: 'New workbook' });
  await dialog.getByRole('radio', { name: 'A form of XLSForm' }).click();
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.xlsx', mimeType, buffer: Buffer.from('x') });
  await dialog.getByRole('alert').waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'walls.xlsx', mimeType, buffer: form.bytes });
  await dialog.getByText('2 fields').waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'Walls');
  await assertAccessibleInBothThemes(page);
  // Its fields are lost on the way: what is half made is gone on with.
  await page.route(/\/draft$/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Make and design' }).click();
  await dialog.getByText('No connection to the server').waitFor();
  await page.unroute(/\/draft$/);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Quay walls');
  await dialog.getByRole('button', { name: 'Make and design' }).click();
  await page.getByRole('treeitem', { name: /Is it safe/ }).waitFor();
  await page.getByRole('heading', { name: /Quay walls/, level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  assert.doesNotMatch(page.url(), /create/);

  // One that was deleted by mistake comes back with all that was designed, and with its teams.
  await page.getByRole('link', { name: 'Quay walls', exact: true }).click();
  await page.getByRole('combobox', { name: 'Teams that use it' }).click();
  await page.getByRole('option', { name: 'Locks' }).click();
  await page.getByText('Teams changed').first().waitFor();
  await page.getByRole('button', { name: 'Delete the workbook' }).click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  const deleted = page.getByRole('alert').filter({ hasText: 'The workbook Quay walls is deleted' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Quay walls', exact: true }).click();
  await page.getByRole('link', { name: 'Go on with the draft' }).waitFor();
  await page.getByText('Locks').first().waitFor();
  await page.getByRole('link', { name: 'Go on with the draft' }).click();
  await page.getByRole('treeitem', { name: /Is it safe/ }).waitFor();
  portal.assertQuiet();
});

test('whoever may only read sees versions and differences, and nothing to change', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/workbooks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Railing check' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'New workbook' }).count(), 0);
  await page.getByRole('link', { name: 'Railing check' }).click();
  await page.getByRole('button', { name: /^Actions for version/ }).click();
  await page.getByRole('menuitem', { name: 'Download as XLSForm' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Withdraw' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: /^Design/ }).count(), 0);
  portal.assertQuiet();
});
