import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const createTask = async (service: TestService, overrides: object = {}) => {
  const planner = await service.as('coordinator');
  const { status, body } = await planner.post('/api/v1/tasks', {
    title: 'Railing',
    teamName: 'Bridges',
    workbookName: 'Railing',
    assignedUserName: 'anna',
    ...overrides,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

const publishNewVersion = async ({ as, organisation }: TestService) => {
  const admin = await as('admin');
  const path = `/api/v1/workbooks/${organisation.workbookIds.Railing}/draft`;
  const fields = [{ name: 'Safe', type: 'boolean', label: 'Is it safe?' }];
  await admin.request('PUT', path, { fields }, { 'if-none-match': '*' });
  const { status } = await admin.request(
    'POST',
    `${path}/publish`,
    { version: '9.0.0' },
    { 'if-match': '*' },
  );
  assert.equal(status, 201);
};

test('saving a task sends only the changed fields, and the form shows changes by another planner', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      ({ id } = await createTask(service, {
        description: 'Check the bolts',
        customProperties: { Colour: 'red' },
      }));
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const planner = await service.as('coordinator');
  const path = `/api/v1/tasks/${id}`;
  const { body: original } = await planner.get(path);
  await publishNewVersion(service);
  await page.goto(`${service.url}/portal/tasks/${id}/edit`);
  await page.getByRole('textbox', { name: 'Title', exact: false }).first().fill('Mine');
  const theirs = { title: 'Theirs', description: 'Check the welds', plannedMinutes: 75 };
  await planner.request('PATCH', path, theirs, { 'if-match': '*' });
  // The form shows new data from the server, and the next save does not overwrite it.
  await bringToFrontLater(page);
  await page.getByText('Changed by someone else to: Theirs').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  assert.equal((await planner.get(path)).body.title, 'Theirs');
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
  const { revision, modifiedAt, ...edited } = (await planner.get(path)).body;
  const { revision: _, modifiedAt: __, ...unchanged } = original;
  assert.deepEqual(edited, { ...unchanged, ...theirs, title: 'Mine', expectedMinutes: 75 });
  portal.assertNoPageErrors();
});

test('planning several tasks changes only the edited fields', async (t) => {
  const plannedStart = '2030-01-08T09:30:00.000Z';
  const ids: string[] = [];
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    prepare: async (service) => {
      for (const title of ['Railing 1', 'Railing 2'])
        ids.push((await createTask(service, { title, plannedStart })).id);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const planner = await service.as('coordinator');
  const readPlans = async () => {
    const responses = await Promise.all(ids.map((id) => planner.get(`/api/v1/tasks/${id}`)));
    return responses.map(({ body }) => [body.plannedStart, body.plannedMinutes]);
  };
  const selectTasks = async () => {
    for (const title of ['Railing 1', 'Railing 2']) await page.getByLabel(`Select ${title}`).check();
  };
  await selectTasks();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog');
  const planButton = dialog.getByRole('button', { name: 'Plan', exact: true });
  await dialog.getByText('Fields that you do not change keep').waitFor();
  assert.equal(await planButton.isDisabled(), true);
  await dialog.getByLabel('Duration in minutes').fill('90');
  await assertAccessibleInBothThemes(page);
  await planButton.click();
  await page.getByText('2 tasks planned').first().waitFor();
  assert.deepEqual(await readPlans(), [
    [plannedStart, 90],
    [plannedStart, 90],
  ]);

  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await dialog.getByLabel('Duration in minutes').fill('45');
  await dialog.getByLabel('Duration in minutes').fill('');
  await planButton.click();
  await page.getByText('2 tasks planned').nth(1).waitFor();
  assert.deepEqual(await readPlans(), [
    [plannedStart, null],
    [plannedStart, null],
  ]);
  portal.assertNoPageErrors();
});

test('an inspector can filter tasks by assignee, but not by team or workbook', async (t) => {
  const portal = await startPortal(t, {
    userName: 'anna',
    path: '/portal/tasks',
    prepare: (service) => createTask(service),
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: 'Assignee' }).first().click();
  await page.getByText('bram', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Team/ }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /^Workbook/ }).count(), 0);
  portal.assertNoPageErrors();
});

test('a created task opens unless the planner has left the page, and viewers cannot create tasks', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/tasks' });
  if (!portal) return;
  const { page, open, service } = portal;
  const createTaskInForm = async (title: string) => {
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: false }).first().fill(title);
    await page.getByRole('combobox', { name: 'Team' }).click();
    await page.getByRole('option', { name: 'Bridges' }).click();
    await page.getByRole('combobox', { name: 'Workbook' }).click();
    await page.getByRole('option', { name: 'Railing check' }).click();
    await page.getByRole('button', { name: 'Create task' }).click();
  };
  await createTaskInForm('Deck');
  await page.getByRole('heading', { name: 'Deck', level: 1 }).waitFor();
  const id = page.url().split('/').at(-1)!;
  // The task page has replaced the form, so Back does not open an empty form.
  await page.goBack();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();

  const heldResponses = await holdResponses(page, 'POST', /\/api\/v1\/tasks$/);
  await createTaskInForm('Railing');
  await heldResponses.waitUntilHandled();
  await page.getByRole('link', { name: 'Workbooks' }).click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  heldResponses.release();
  const note = page.getByRole('alert').filter({ hasText: 'Task Railing created' });
  await note.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Railing', level: 1 }).waitFor();

  const viewer = await open('/portal/tasks/new', 'viewer');
  for (const path of ['tasks/new', 'tasks/import', `tasks/${id}/edit`]) {
    await viewer.goto(`${service.url}/portal/${path}`);
    await viewer.getByRole('heading', { name: 'You do not have permission to do this' }).waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'Save' }).count(), 0);
  }
  await assertAccessibleInBothThemes(viewer);
  portal.assertNoPageErrors();
});

test('an edited task keeps its workbook even if its team no longer uses it', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      ({ id } = await createTask(service));
      const { teamIds } = service.organisation;
      const path = `/api/v1/teams/${teamIds.Bridges}/workbooks`;
      const admin = await service.as('admin');
      const response = await admin.request('PUT', path, { workbookIds: [] }, { 'if-match': '*' });
      assert.ok(response.status < 300, JSON.stringify(response.body));
    },
  });
  if (!portal) return;
  const page = await portal.open(`/portal/tasks/${id}/edit`);
  const workbook = page.getByRole('combobox', { name: 'Workbook' });
  await page.getByRole('textbox', { name: 'Title', exact: false }).first().fill('Railing of the quay');
  assert.equal(await workbook.inputValue(), 'Railing check');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Railing of the quay', level: 1 }).waitFor();

  // Does not overwrite a plan that another planner saved while the dialog was open.
  await page.keyboard.press('p');
  await page.getByLabel('Duration in minutes').fill('30');
  const planner = await portal.service.as('coordinator');
  const theirs = { plannedMinutes: 75 };
  await planner.request('PATCH', `/api/v1/tasks/${id}`, theirs, { 'if-match': '*' });
  await page.getByText('1 h 15 min', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Plan', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Railing of the quay: /)
    .waitFor();
  assert.equal((await planner.get(`/api/v1/tasks/${id}`)).body.plannedMinutes, 75);
  portal.assertNoPageErrors();
});
