import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** Creates unassigned tasks for the Bridges team. The first is due the day after tomorrow. */
const createTasks = async (service: TestService, count: number) => {
  const planner = await service.as('coordinator');
  for (let number = 1; number <= count; number++) {
    const { status } = await planner.post('/api/v1/tasks', {
      externalId: `WO-${number}`,
      title: `Railing ${number}`,
      teamName: 'Bridges',
      workbookName: 'BridgeInspection',
      dueDate: new Date(Date.now() + (number + 1) * 86_400_000).toISOString(),
      customProperties: { Height: number },
    });
    assert.equal(status, 201);
  }
};

test('a planner assigns a range of tasks, undoes it, filters the list and shares the URL', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    prepare: (service) => createTasks(service, 8),
  });
  if (!portal) return;
  const { page, open } = portal;
  const rows = page.getByRole('row', { name: /Railing/ });
  await page.getByText('8 tasks').waitFor();
  await page.waitForURL(/state=/);
  await assertAccessibleInBothThemes(page);

  // Selects the second to fifth rows by keyboard.
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await page.getByText('4 selected').waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  // A selected person who is hidden by the search is deselected.
  await dialog.getByRole('radio', { name: 'bram' }).click();
  await dialog.getByLabel('Assign to').first().fill('anna');
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Enter');
  await page.getByText('4 tasks assigned to anna').waitFor();
  assert.equal(await page.getByRole('row', { name: /Railing.*Assigned/ }).count(), 4);

  await page.keyboard.press('Control+z');
  await page.getByText('Undone').waitFor();
  await page
    .getByRole('row', { name: /Railing.*New/ })
    .nth(7)
    .waitFor();

  await page.getByLabel('Search tasks').fill('railing 7');
  await page.getByText('1 task', { exact: true }).waitFor();
  const otherWindow = await open(new URL(page.url()).pathname + new URL(page.url()).search, 'coordinator');
  await otherWindow.getByText('1 task', { exact: true }).waitFor();
  assert.equal(await otherWindow.getByLabel('Search tasks').inputValue(), 'railing 7');
  portal.assertNoPageErrors();
});

test('changes by others appear automatically, and after a conflict, the form shows the reason', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    prepare: (service) => createTasks(service, 1),
  });
  if (!portal) return;
  const { page, service } = portal;
  const planner = await service.as('coordinator');
  await page.getByText('Live').waitFor();
  await page.getByRole('row', { name: /Railing 1/ }).waitFor();
  const secondTask = await planner.post('/api/v1/tasks', {
    title: 'Quay',
    teamName: 'Bridges',
    workbookName: 'BridgeInspection',
    assignedUserName: 'anna',
  });
  assert.equal(secondTask.status, 201);
  await page.getByRole('row', { name: /Quay/ }).waitFor();

  // Without live updates, the list still shows the task after it has been deleted.
  await page.route('**/api/v1/changes**', (route) => route.abort());
  await page.getByLabel('Select Quay').click();
  const deletion = await planner.post('/api/v1/tasks/delete', { ids: [secondTask.body.id] });
  assert.equal(deletion.status, 204);
  await page.keyboard.press('p');
  await page.getByRole('textbox', { name: 'Planned start' }).fill('2030-01-08T09:30');
  await page.getByRole('button', { name: 'Plan', exact: true }).last().click();
  await page
    .getByRole('dialog')
    .getByText(/^Quay: /)
    .waitFor();
});

test('a planner creates and edits a task, and sees its history on the task page', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/tasks/new' });
  if (!portal) return;
  const { page } = portal;
  await page.getByLabel('Title', { exact: false }).first().fill('Inspect the lock');
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Bridges' }).click();
  await page.getByRole('combobox', { name: 'Workbook' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add property' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Colour');
  await page.getByLabel('Value', { exact: true }).fill('red');
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Create task' }).click();
  await page.getByRole('heading', { name: 'Inspect the lock', level: 1 }).waitFor();
  await page.getByText('created the task.').waitFor();
  await page.getByText('red', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);

  await page.keyboard.press('e');
  await page.getByRole('heading', { name: 'Edit task', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Due' }).fill('2030-02-01T12:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('edited the task.').waitFor();
  await page.getByText(/Due: empty →/).waitFor();
  portal.assertNoPageErrors();
});
