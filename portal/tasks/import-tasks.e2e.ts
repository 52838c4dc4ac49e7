import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

const HEADER = 'externalId,title,teamName,workbookName,Height';

const csvFile = (...rows: string[]) => ({
  name: 'tasks.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows].join('\n')),
});

test('a planner sees the errors in each row, corrects the file and imports it', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/tasks/import' });
  if (!portal) return;
  const { page } = portal;
  const file = page.locator('input[type=file]');
  const validRow = 'A-1,Railing,Bridges,BridgeInspection,3.2';
  await file.setInputFiles(csvFile(validRow, 'A-2,Lock,Brigdes,BridgeInspection,4'));
  await page.getByText('Error: 1', { exact: true }).waitFor();
  await page
    .getByText(/There is no team 'Brigdes'|Brigdes/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Import 1 task' }).isDisabled(), true);
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Select another file' }).click();
  await file.setInputFiles(csvFile(validRow, 'A-2,Lock,Bridges,BridgeInspection,4'));
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await page.getByRole('heading', { name: 'Tasks', exact: true, level: 1 }).waitFor();
  await page.getByRole('row', { name: /Lock/ }).waitFor();
  await page.getByText('2 tasks imported').waitFor();
  portal.assertNoPageErrors();
});

test('a file with the wrong columns is rejected with a list of the missing and unrecognised ones', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/tasks/import' });
  if (!portal) return;
  const { page } = portal;
  const buffer = Buffer.from('externalId,title,workbookNam,Area\nA-1,Railing,BridgeInspection,North');
  await page.locator('input[type=file]').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer });
  const alert = page.getByRole('alert').filter({ hasText: 'The file cannot be imported' });
  await alert
    .getByText("There is no column teamName. Unrecognised columns: 'workbookNam', 'Area'.")
    .waitFor();
  await alert.getByText("There is no column workbookName. Did you mean 'workbookNam'?").waitFor();
  assert.equal(await page.getByRole('button', { name: /^Import/ }).count(), 0);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a Dutch user sees server messages in Dutch, and in English after switching languages', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    locale: 'nl-NL',
    path: '/portal/tasks/import',
  });
  if (!portal) return;
  const { page } = portal;
  const file = page.locator('input[type=file]');
  await file.setInputFiles(csvFile('A-1,Lock,Brigdes,BridgeInspection,4'));
  await page.getByText('Er is geen team met de naam ‘Brigdes’. Bedoelt u ‘Bridges’?').waitFor();
  await page.goto(`${portal.service.url}/portal/tasks/01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d`);
  await page.getByText('Er is geen taak met het id ‘01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d’.').waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByText("There is no task with the ID '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d'.").waitFor();
});
