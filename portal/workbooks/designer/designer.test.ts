import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

test('an administrator creates a workbook from a template, adds a question and publishes it', async (t) => {
  const portal = await startPortal(t, { path: '/portal/workbooks?create=true' });
  if (!portal) return;
  const { page, service } = portal;
  const dialog = page.getByRole('dialog', { name: 'New workbook' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Fences');
  await dialog.getByRole('radio', { name: 'Measurements' }).click();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Create and edit' }).click();

  const tree = page.getByRole('tree', { name: 'Questions of the workbook' });
  await tree.getByRole('treeitem', { name: /Points/ }).waitFor();
  assert.equal(await tree.getByRole('treeitem').count(), 6);

  await tree.getByRole('treeitem', { name: /Place/ }).click();
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('button', { name: 'Yes or no' }).click();
  await page.getByRole('textbox', { name: 'Question (en)' }).fill('Is it firm?');
  await page.getByRole('button', { name: 'Use the question as name' }).click();
  await tree.getByRole('treeitem', { name: /IsItFirm Yes or no/, selected: true }).waitFor();

  const expression = page.getByRole('textbox', { name: 'Fails when' });
  await expression.click();
  await page.keyboard.type('not(${Isi');
  await page.getByRole('option', { name: /IsItFirm/ }).click();
  await page.keyboard.type(' and');
  await page.getByText('1 error', { exact: true }).waitFor();
  await page.keyboard.type(' true())');
  await page.getByText('No errors').waitFor();

  const preview = page.getByRole('region', { name: 'Preview on a phone' });
  await preview.getByRole('button', { name: 'Add entry: Points' }).click();
  await preview.getByRole('group', { name: 'Is it firm?' }).getByText('No', { exact: true }).click();
  await preview.getByText('1 failed answer').waitFor();
  await preview.getByLabel('Measured, in mm').fill('55');
  await preview.getByText('55 mm is more than the 40 mm that are allowed.').waitFor();
  await preview.getByRole('button', { name: 'Test completion' }).click();
  await preview.getByRole('button', { name: 'Points 1 › Where?: needs an answer' }).waitFor();
  await assertAccessibleInBothThemes(page);

  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await tree.getByRole('treeitem', { name: /IsItFirm/ }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  const publishDialog = page.getByRole('dialog', { name: 'Publish new version' });
  await publishDialog.getByText('This is the first version.').waitFor();
  await publishDialog.getByRole('button', { name: 'Publish version 1.0.0' }).click();
  await page.getByRole('heading', { name: 'Fences', level: 1 }).waitFor();
  await page.getByRole('cell', { name: 'Used for new tasks' }).waitFor();
  await assertAccessibleInBothThemes(page);
  const { body } = await (await service.as('admin')).get('/api/v1/workbooks?text=fences');
  assert.equal(body.workbooks[0].published.version, '1.0.0');
  await page.goBack();
  await page.getByText('No draft yet').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  portal.assertNoPageErrors();
});

test('an administrator resolves a conflict by using someone else’s draft, and then undoes it', async (t) => {
  const fields = [{ name: 'Height', type: 'decimal', label: 'Height' }];
  const portal = await startPortal(t, {
    path: '/portal',
    prepare: async (service) => {
      const admin = await service.as('admin');
      const { Railing: id } = service.organisation.workbookIds;
      const { status } = await admin.request(
        'PUT',
        `/api/v1/workbooks/${id}/draft`,
        { fields },
        { 'if-none-match': '*' },
      );
      assert.equal(status, 201);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const path = `/api/v1/workbooks/${service.organisation.workbookIds.Railing}/draft`;
  await page.goto(
    `${service.url}/portal/workbooks/${service.organisation.workbookIds.Railing}/design?field=Height`,
  );
  const question = page.getByRole('textbox', { name: 'Question', exact: true });
  await question.waitFor();
  const admin = await service.as('admin');
  const theirFields = [...fields, { name: 'Theirs', type: 'text' }];
  assert.equal((await admin.request('PUT', path, { fields: theirFields }, { 'if-match': '*' })).status, 200);
  await question.fill('Height above the water');
  await page.getByRole('button', { name: 'Changed by someone else: compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this draft' });
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await page.getByRole('treeitem', { name: /Theirs/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('treeitem', { name: /Height above the water/ }).waitFor();
  assert.equal(await page.getByRole('treeitem').count(), 1);
  portal.assertNoPageErrors();
});
