import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { readFormDrafts } from '#portal/testing/read-form-drafts.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { PASSWORD } from '#service/testing/set-password.ts';

test('discarded and saved input is removed from storage, secrets are never stored, and signing out clears all drafts', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    path: '/portal/tasks/new',
    prepare: async (service) => {
      const admin = await service.as('admin');
      id = (
        await admin.post('/api/v1/login-providers', {
          type: 'oidc',
          name: 'Municipality',
          issuer: 'https://id.example.org',
          clientId: 'ronda',
          clientSecret: 'stored',
          isEnabled: false,
        })
      ).body.id;
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Inspect the lock');
  assert.equal((await readFormDrafts(page)).length, 1);
  const dialogEvent = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await dialogEvent;
  assert.equal(dialog.type(), 'beforeunload', 'closing the tab asks for confirmation');
  await dialog.dismiss();
  await page.getByRole('link', { name: 'Teams' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
  assert.deepEqual(await readFormDrafts(page), []);

  await page.goto(`${service.url}/portal/sign-in-settings/${id}`);
  await page.getByLabel('Client secret').fill('hush-hush');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Town');
  const [draft] = await readFormDrafts(page);
  assert.match(draft!, /Town/);
  assert.doesNotMatch(draft!, /hush-hush|stored/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Town is saved').or(page.getByText('saved')).first().waitFor();
  assert.deepEqual(await readFormDrafts(page), []);

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Village');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('textbox', { name: 'User name', exact: true }).waitFor();
  assert.deepEqual(await readFormDrafts(page), []);
  portal.assertNoPageErrors();
});

test('leaving asks for confirmation if a selection has changed, such as a task’s assignee or a user’s roles', async (t) => {
  let taskId = '';
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      taskId = await planTask(service, await service.as('erp'), { externalId: 'Lock 7', title: 'Lock 7' });
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const prompt = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.goto(`${service.url}/portal/tasks/${taskId}`);
  await page.getByRole('heading', { name: 'Lock 7', level: 1 }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('radio', { name: 'Unassigned' }).check();
  await page.keyboard.press('Escape');
  await prompt.getByRole('button', { name: 'Keep editing' }).click();
  assert.ok(await page.getByRole('radio', { name: 'Unassigned' }).isChecked());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await prompt.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.anna}?tab=roles`);
  await page
    .getByRole('checkbox', { name: /^Planner/ })
    .first()
    .check();
  await page.getByRole('tab', { name: 'Teams' }).click();
  await prompt.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await prompt.getByRole('button', { name: 'Discard' }).click();
  await prompt.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Teams' }).click();
  await page.waitForURL(/tab=teams/);
  portal.assertNoPageErrors();
});

test('saved input is not restored when a dialog or drawer is opened again', async (t) => {
  let taskId = '';
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      taskId = await planTask(service, await service.as('erp'), { externalId: 'Lock 7', title: 'Lock 7' });
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const dialog = page.getByRole('dialog');
  const restoredNote = page.getByText('Your unsaved changes were restored.');
  await page.goto(`${service.url}/portal/tasks/${taskId}`);
  await page.getByRole('heading', { name: 'Lock 7', level: 1 }).waitFor();
  for (const [key, button, change] of [
    ['a', 'Assign', () => dialog.getByRole('radio', { name: 'Unassigned' }).check()],
    ['p', 'Plan', () => dialog.getByLabel('Duration in minutes').fill('95')],
  ] as const) {
    await page.keyboard.press(key);
    await change();
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await readFormDrafts(page), [], button);
    await page.keyboard.press(key);
    await dialog.getByRole('button', { name: button, exact: true }).waitFor();
    assert.equal(await restoredNote.count(), 0, button);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  await page.goto(`${service.url}/portal/roles?role=new`);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Guest');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Guest' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Visitor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Visitor' }).waitFor();
  assert.deepEqual(await readFormDrafts(page), []);

  // After a failed deletion, Retry repeats the deletion and discards the unsaved input.
  await page.getByRole('button', { name: 'Visitor' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Half typed');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Visitor' }).waitFor({ state: 'detached' });
  assert.deepEqual(await readFormDrafts(page), []);
});

test('sending a form again after a lost response creates only one task', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks/new' });
  if (!portal) return;
  const { page, service } = portal;
  await page.route(
    '**/api/v1/tasks',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('textbox', { name: 'Title' }).fill('Inspect the lock');
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Bridges' }).click();
  await page.getByRole('combobox', { name: 'Workbook' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Create task' }).click();
  await page.getByText('may not have been saved').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Inspect the lock', level: 1 }).waitFor();
  const { body } = await (await service.as('coordinator')).get('/api/v1/tasks');
  assert.equal(body.tasks.length, 1);
});

test('on a phone in Dutch, a form that cannot be saved offline scrolls to the reason, and Retry saves the form', async (t) => {
  let taskId = '';
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    path: '/portal/roles',
    prepare: async (service) => {
      taskId = await planTask(service, await service.as('erp'), { externalId: 'Lock 7', title: 'Lock 7' });
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/tasks/${taskId}/edit`);
  await page.getByRole('textbox', { name: 'Titel' }).fill('Lock 8');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Geen verbinding met de server' });
  await alert.waitFor();
  const { y, height } = (await alert.boundingBox())!;
  assert.ok(y >= 0 && y + height <= 844, `the alert is in view: ${y} to ${y + height}`);
  assert.equal(await alert.and(page.locator(':focus')).count(), 1, 'the alert has the focus');
  await assertWithinWindow(page);
  assert.equal(await page.getByRole('textbox', { name: 'Titel' }).inputValue(), 'Lock 8');
  await page.context().setOffline(false);
  await alert.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await page.getByRole('heading', { name: 'Lock 8', level: 1 }).waitFor();
  assert.deepEqual(await readFormDrafts(page), []);

  // A server error links to its field.
  await page.goto(`${service.url}/portal/tasks/new`);
  await page.route('**/api/v1/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            detail: 'Niet goed.',
            errors: [{ field: 'title', message: 'De titel is te lang.' }],
          }),
        })
      : route.fallback(),
  );
  await page.getByRole('textbox', { name: 'Titel' }).fill('Lang');
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Bridges' }).click();
  await page.getByRole('combobox', { name: 'Werkboek' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Taak aanmaken' }).click();
  await page.getByRole('button', { name: 'De titel is te lang.' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Titel' }).and(page.locator(':focus')).count(), 1);
});

test('a user who is signed out while editing leaves the page to sign in, and then finds the changes in the form', async (t) => {
  let taskId = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    prepare: async (service) => {
      taskId = await planTask(service, await service.as('erp'), { externalId: 'Lock 7', title: 'Lock 7' });
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/tasks/${taskId}/edit`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Lock 8');
  const coordinator = await service.as('coordinator');
  assert.equal((await coordinator.request('DELETE', '/api/v1/me/sessions')).status, 204);
  await page.getByRole('button', { name: 'Save' }).click();
  const signedOutDialog = page.getByRole('dialog', { name: 'You are signed out' });
  await signedOutDialog.getByRole('button', { name: 'Leave this page and sign in' }).click();
  await page.getByLabel('User name').fill('coordinator');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Your unsaved changes were restored.').waitFor();
  assert.equal(await title.inputValue(), 'Lock 8');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Lock 8', level: 1 }).waitFor();
  assert.deepEqual(await readFormDrafts(page), []);
});
