import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';

test('a planner shows a custom property as a column, and saves it with a view', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    prepare: async (service) =>
      planTask(service, await service.as('erp'), {
        title: 'Railing',
        externalId: 'WO-1',
        customProperties: { Colour: 'Traffic red' },
      }),
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Railing' }).waitFor();
  assert.equal(await page.getByText('Traffic red').count(), 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Colour' }).check();
  await page.getByRole('columnheader', { name: 'Colour' }).waitFor();
  await page.getByRole('cell', { name: 'Traffic red' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ]);
  const [header, row] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  assert.match(header!, /,state,.*,Colour$/);
  assert.match(row!, /^WO-1,Railing,.*,Traffic red$/);

  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Colours');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Colours', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Colour' }).uncheck();
  await page.keyboard.press('Escape');
  await views.getByRole('button', { name: 'Late' }).click();
  await page.getByRole('columnheader', { name: 'Colour' }).waitFor({ state: 'detached' });
  await views.getByRole('button', { name: 'Colours', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Colour' }).waitFor();
  portal.assertNoPageErrors();
});
