import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { startPortal } from '#portal/testing/open-portal.ts';

const TASK = { externalId: 'WO-1', title: 'Railing', teamName: 'Bridges', workbookName: 'BridgeInspection' };

const startWithTask = (t: Parameters<typeof startPortal>[0]) =>
  startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    prepare: async (service) => {
      assert.equal((await (await service.as('coordinator')).post('/api/v1/tasks', TASK)).status, 201);
    },
  });

test('the task list is filtered while the user types, and its sort order can be reset', async (t) => {
  const portal = await startWithTask(t);
  if (!portal) return;
  const { page } = portal;
  const search = page.getByLabel('Search tasks');
  await search.pressSequentially('anna ');
  await page.waitForURL(/text=anna(&|$)/);
  await search.pressSequentially('bram');
  await page.waitForURL(/text=anna(%20|\+)bram/);
  assert.equal(await search.inputValue(), 'anna bram');
  await page.goBack();
  await page.goForward();

  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.waitForURL(/tasks\?sort=-modifiedAt$/);
  assert.equal(await search.inputValue(), '', 'another view has no search text');
  const title = page.getByRole('columnheader').getByRole('button', { name: /^Task/ });
  await title.click();
  await page.waitForURL(/tasks\?sort=title$/);
  await title.click();
  await page.waitForURL(/tasks\?sort=-title$/);
  await title.click();
  await page.waitForURL(/tasks\?sort=-modifiedAt$/);
  portal.assertNoPageErrors();
});

test('a failed undo shows an error, can be retried and does not block earlier steps', async (t) => {
  const portal = await startWithTask(t);
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('row', { name: /Railing/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByLabel('Assign to').first().fill('anna');
  await page.keyboard.press('Enter');
  await page.getByText('1 task assigned to').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByText('Unassigned').click();
  await page.keyboard.press('Enter');
  const note = page.getByRole('alert').filter({ hasText: '1 task offered to its whole team' });
  await note.waitFor();

  await page.route('**/api/v1/tasks/plan', (route) => route.abort());
  await note.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Something went wrong').waitFor();
  await note.getByRole('button', { name: 'Undo' }).waitFor();
  await page.unroute('**/api/v1/tasks/plan');
  const planner = await service.as('coordinator');
  const [task] = (await planner.get('/api/v1/tasks')).body.tasks;
  const changes = { title: 'Railing of the quay' };
  const response = await planner.request('PATCH', `/api/v1/tasks/${task.id}`, changes, { 'if-match': '*' });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).click();
  await page.keyboard.press('Control+z');
  await page.getByText('1 task not changed').waitFor();
  await note.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('1 task not changed').nth(1).waitFor();
  assert.equal(await page.getByText('Undone').count(), 0);
  portal.assertNoPageErrors();
});

test('double-clicking Save saves the view only once', async (t) => {
  const portal = await startWithTask(t);
  if (!portal) return;
  const { page, service } = portal;
  await page.getByLabel('Search tasks').fill('rail');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Railings');
  const heldResponses = await holdResponses(page, 'POST', /\/views$/);
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await save.click();
  await heldResponses.waitUntilHandled();
  await save.click({ force: true });
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  heldResponses.release();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await (await service.as('coordinator')).get('/api/v1/views?kind=tasks');
  assert.equal(body.views.length, 1, JSON.stringify(body));
  portal.assertNoPageErrors();
});
