import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { setPassword } from '#service/testing/set-password.ts';

test('an administrator confirms the removal of a password, ends all sessions and deactivates the user', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/people',
    prepare: (service) => setPassword(service, 'anna'),
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.anna}?tab=sign-in`);
  await page.getByRole('button', { name: 'Remove password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove password' });
  await dialog.getByText('This cannot be undone').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('A password is set.').waitFor();
  await page.getByRole('button', { name: 'Remove password' }).click();
  await dialog.getByRole('button', { name: 'Remove password' }).click();
  await page.getByText('No password is set.').waitFor();
  await page.getByRole('button', { name: 'Create invitation link' }).waitFor();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Deactivated. This user cannot sign in.').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('Active. This user can sign in.').waitFor();
  // Administrators cannot remove their own passwords.
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.admin}?tab=sign-in`);
  await page.getByText('A password is set.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Remove password' }).count(), 0);
  portal.assertNoPageErrors();
});

test('an administrator who saves a profile sees someone else’s changes', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page, service } = portal;
  const id = service.organisation.userIds.anna;
  await page.goto(`${service.url}/portal/people/${id}`);
  await page.getByLabel('Surname').fill('Mine');
  const admin = await service.as('admin');
  await admin.request('PATCH', `/api/v1/users/${id}`, { surname: 'Theirs' }, { 'if-match': '*' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  await page.getByText('Changed by someone else to: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Profile of .* saved/).waitFor();
  assert.equal((await admin.get(`/api/v1/users/${id}`)).body.surname, 'Mine');
  // Undo does not overwrite someone else's later change.
  await admin.request('PATCH', `/api/v1/users/${id}`, { surname: 'Later' }, { 'if-match': '*' });
  await page.keyboard.press('Control+z');
  await page
    .getByRole('alert')
    .getByText('Someone else has changed this in the meantime', { exact: false })
    .waitFor();
  assert.equal((await admin.get(`/api/v1/users/${id}`)).body.surname, 'Later');

  await page.getByRole('tab', { name: 'Teams' }).click();
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Locks' }).click();
  await page.getByRole('button', { name: 'Add to team' }).click();
  await page.getByRole('button', { name: 'Remove from Locks / Inspectors' }).click();
  await page.getByText(/was removed from Locks \/ Inspectors/).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('an administrator finds and creates people on a phone in Dutch', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/people?text=bra' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'bram' }).first().waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Nieuwe persoon' }).click();
  await page.getByRole('dialog', { name: 'Nieuwe persoon' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  for (const tab of ['', '?tab=roles', '?tab=teams', '?tab=sign-in']) {
    await page.goto(`${service.url}/portal/people/${service.organisation.userIds.bram}${tab}`);
    await page.getByRole('tab', { selected: true }).waitFor();
    await page.getByRole('tabpanel').getByRole('button').first().waitFor();
    await assertWithinWindow(page);
  }
  await assertAccessibleInBothThemes(page);
  await page.goto(`${service.url}/portal/people?text=nobody`);
  await page.getByRole('heading', { level: 1, name: 'Personen' }).waitFor();
  await page.getByRole('heading', { name: 'Geen gebruikers gevonden' }).waitFor();
  portal.assertNoPageErrors();
});

test('a field changed back to its saved value is not sent, and discarding changes clears the error', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page, service } = portal;
  const id = service.organisation.userIds.anna;
  const admin = await service.as('admin');
  const edit = (change: object) => admin.request('PATCH', `/api/v1/users/${id}`, change, { 'if-match': '*' });
  await edit({ surname: 'Smit' });
  await page.goto(`${service.url}/portal/people/${id}`);
  const surname = page.getByLabel('Surname');
  await surname.fill('Smitx');
  await surname.fill('Smit');
  await edit({ surname: 'Theirs' });
  await bringToFrontLater(page);
  await page.getByRole('heading', { name: /Theirs$/, level: 1 }).waitFor();
  assert.equal(await surname.inputValue(), 'Theirs');
  await page.getByLabel('Email').fill('smit@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Profile of .* saved/).waitFor();
  const { body } = await admin.get(`/api/v1/users/${id}`);
  assert.deepEqual([body.surname, body.emailAddress], ['Theirs', 'smit@example.org']);

  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.getByRole('checkbox', { name: /^Planner/ }).click();
  await edit({ roles: ['Viewer'] });
  await page.getByRole('button', { name: 'Save' }).click();
  const error = page.getByText('Someone else has changed this in the meantime', { exact: false });
  await error.waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await error.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: /^Viewer/, checked: true }).waitFor();
  portal.assertNoPageErrors();
});

test('a new service user opens with its tokens, Back does not reopen the dialog, and Escape does not hide a new secret', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: 'New service user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User name').fill('importer');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Importer');
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await page.getByRole('tab', { name: 'API tokens', selected: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.goForward();

  const heldResponses = await holdResponses(page, 'POST', /\/tokens$/);
  await page.getByRole('button', { name: 'New token' }).first().click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await heldResponses.waitUntilHandled();
  await page.keyboard.press('Escape');
  heldResponses.release();
  await dialog.getByRole('textbox', { name: 'Client secret' }).waitFor();
  portal.assertNoPageErrors();
});
