import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** Creates two tasks for anna, who starts the first one. */
const createTasks = async (service: TestService) => {
  const [planner, anna] = await Promise.all([service.as('coordinator'), service.as('anna')]);
  const ids: string[] = [];
  for (const number of [1, 2]) {
    const { status, body } = await planner.post('/api/v1/tasks', {
      title: `Railing ${number}`,
      teamName: 'Bridges',
      workbookName: 'BridgeInspection',
      assignedUserName: 'anna',
    });
    assert.equal(status, 201, JSON.stringify(body));
    ids.push(body.id);
  }
  assert.equal((await anna.post(`/api/v1/tasks/${ids[0]}/start`)).status, 201);
};

test('a planner cancels, restarts and deletes selected tasks', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks?text=Railing',
    prepare: createTasks,
  });
  if (!portal) return;
  const { page } = portal;
  const bar = page.getByRole('toolbar', { name: 'Tasks' });
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Select Railing 1').click();
  await page.getByLabel('Select Railing 2').click();
  await bar.getByRole('button', { name: 'Cancel task (1)' }).click();
  await dialog.getByText('Cancel 1 task?').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancel task' }).click();
  await page.getByText('1 task cancelled').waitFor();
  await page.getByRole('row', { name: /Railing 1.*Cancelled/ }).waitFor();

  await page.getByLabel('Select Railing 1').click();
  await bar.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('1 task restarted').waitFor();
  await page.getByRole('row', { name: /Railing 1.*Assigned/ }).waitFor();

  await page.getByLabel('Select Railing 1').click();
  await page.getByLabel('Select Railing 2').click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Delete 2 tasks? This cannot be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Escape closes the dialog and keeps the selection.
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await bar.getByText('2 selected').waitFor();
  assert.equal(await page.getByRole('row', { name: /Railing/ }).count(), 2);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 tasks deleted').waitFor();
  await page
    .getByRole('row', { name: /Railing/ })
    .first()
    .waitFor({ state: 'detached' });
  portal.assertNoPageErrors();
});

test('a planner saves a view, shares it with a team, deletes it and undoes the deletion', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks?text=Railing',
    prepare: createTasks,
  });
  if (!portal) return;
  const { page, open } = portal;
  const dialog = page.getByRole('dialog');
  const view = page.getByRole('button', { name: 'Railings', exact: true });
  const actions = page.getByRole('button', { name: 'Actions for view Railings' });
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByLabel('Name').fill('Railings');
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await view.waitFor();
  assert.equal(await view.getAttribute('aria-current'), 'true');

  const viewerPage = await open('/portal/tasks', 'viewer');
  const sharedView = viewerPage.getByRole('button', { name: 'Railings', exact: true });
  await viewerPage
    .getByRole('row', { name: /Railing/ })
    .first()
    .waitFor();
  assert.equal(await sharedView.count(), 0);
  await actions.click();
  await page.getByRole('menuitem', { name: 'Save, rename or share' }).click();
  await dialog.getByRole('combobox', { name: 'Shared with' }).click();
  await page.getByRole('option', { name: 'Bridges' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await viewerPage.reload();
  await sharedView.click();
  assert.equal(await viewerPage.getByLabel('Search tasks').inputValue(), 'Railing');
  assert.equal(await viewerPage.getByRole('button', { name: /Actions for view/ }).count(), 0);

  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'View Railings deleted' });
  await note.waitFor();
  await view.waitFor({ state: 'detached' });
  await note.getByRole('button', { name: 'Undo' }).click();
  await view.waitFor();
  portal.assertNoPageErrors();
});

test('on a phone, the actions for selected tasks do not cover the list', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks?text=Railing',
    viewport: { width: 390, height: 844 },
    prepare: createTasks,
  });
  if (!portal) return;
  const { page } = portal;
  const bar = page.getByRole('toolbar', { name: 'Tasks' });
  await page.getByLabel('Select Railing 1').click();
  await page.getByLabel('Select Railing 2').click();
  const [list, actions] = [
    (await page.getByRole('table', { name: 'Tasks' }).boundingBox())!,
    (await bar.boundingBox())!,
  ];
  assert.ok(list.y + list.height <= actions.y + 1, 'the list ends above the bar');
  assert.ok(actions.height < 70, 'the buttons are on one line');
  await assertAccessibleInBothThemes(page);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Delete 1 task?').waitFor();
  portal.assertNoPageErrors();
});
