import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { placeTasks } from '#service/testing/place-tasks.ts';

test('a planner selects tasks in the list next to the map by keyboard, assigns them, and opens the task list with the same selection', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/map',
    prepare: placeTasks,
  });
  if (!portal) return;
  const { page } = portal;
  // The URL contains the view once the map has zoomed to fit all tasks.
  await page.waitForURL(/at=/);
  await page.getByText('4 tasks on the map').waitFor();
  const rows = page.getByRole('listbox', { name: 'In view' }).getByRole('option');
  await page.getByText('4 tasks', { exact: true }).waitFor();

  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Assign 2 tasks' }).getByLabel('Assign to').first().fill('anna');
  await page.keyboard.press('Enter');
  await page.getByText('2 tasks assigned to').waitFor();
  assert.equal(await page.getByRole('option', { name: /Assigned/, selected: true }).count(), 2);

  await page.getByRole('button', { name: 'Open in list' }).click();
  await page.getByRole('row', { selected: true }).nth(1).waitFor();
  assert.equal(await page.getByRole('row', { name: /Assigned/, selected: true }).count(), 2);
  portal.assertNoPageErrors();
});
