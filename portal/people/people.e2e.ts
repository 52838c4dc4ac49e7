import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { holdAnswers } from '#portal/testing/hold-answers.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { givePassword } from '#service/testing/give-password.ts';

test('a password is taken away after a question, and what else opens the door is shut too', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/people',
    prepare: (service) => givePassword(service, 'anna'),
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.anna}?tab=sign-in`);
  await page.getByRole('button', { name: 'Remove the password' }).click();
  const ask = page.getByRole('dialog', { name: 'Remove the password' });
  await ask.getByText('Nobody can bring it back').waitFor();
  await assertAccessibleInBothThemes(page);
  await ask.getByRole('button', { name: 'No, leave it' }).click();
  await page.getByText('Has chosen a password.').waitFor();
  await page.getByRole('button', { name: 'Remove the password' }).click();
  await ask.getByRole('button', { name: 'Remove the password' }).click();
  await page.getByText('Has no password.').waitFor();
  await page.getByRole('button', { name: 'Make an invitation to copy' }).waitFor();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('May not sign in: deactivated').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('May sign in').waitFor();
  // Nobody shuts the own door by mistake.
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.admin}?tab=sign-in`);
  await page.getByText('Has chosen a password.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Remove the password' }).count(), 0);
  portal.assertQuiet();
});

test('who edits a person that somebody else changed is told, and sees who it is now', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page, service } = portal;
  const id = service.organisation.userIds.anna;
  await page.goto(`${service.url}/portal/people/${id}`);
  await page.getByLabel('Surname').fill('Mine');
  const admin = await service.as('admin');
  await admin.request('PATCH', `/api/v1/users/${id}`, { surname: 'Theirs' }, { 'if-match': '*' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  await page.getByText('Somebody else made it: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Profile of .* saved/).waitFor();
  assert.equal((await admin.get(`/api/v1/users/${id}`)).body.surname, 'Mine');
  // A step back does not undo what somebody else did since.
  await admin.request('PATCH', `/api/v1/users/${id}`, { surname: 'Later' }, { 'if-match': '*' });
  await page.keyboard.press('Control+z');
  await page.getByRole('alert').getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  assert.equal((await admin.get(`/api/v1/users/${id}`)).body.surname, 'Later');

  await page.getByRole('tab', { name: 'Teams' }).click();
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Locks' }).click();
  await page.getByRole('button', { name: 'Add to the team' }).click();
  await page.getByRole('button', { name: 'Leave Inspectors of Locks' }).click();
  await page.getByText(/left Inspectors of Locks/).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('on a phone, in Dutch, people are found and made', async (t) => {
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
  await page.getByRole('heading', { level: 1, name: 'Mensen' }).waitFor();
  await page.getByRole('heading', { name: 'Niemand past hierbij' }).waitFor();
  portal.assertQuiet();
});

test('what was put back overwrites nobody, and what was given up is no longer complained of', async (t) => {
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
  await page.getByLabel('E-mail').fill('smit@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Profile of .* saved/).waitFor();
  const { body } = await admin.get(`/api/v1/users/${id}`);
  assert.deepEqual([body.surname, body.emailAddress], ['Theirs', 'smit@example.org']);

  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.getByRole('checkbox', { name: /^Planner/ }).click();
  await edit({ roles: ['Viewer'] });
  await page.getByRole('button', { name: 'Save' }).click();
  const complaint = page.getByText('Somebody else changed this meanwhile', { exact: false });
  await complaint.waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await complaint.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: /^Viewer/, checked: true }).waitFor();
  portal.assertQuiet();
});

test('a new application leads to its tokens and not back into the dialog; a token stays until its secret is seen', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: 'New service user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User name').fill('importer');
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await page.getByRole('tab', { name: 'OAuth API tokens', selected: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.goForward();

  const making = await holdAnswers(page, 'POST', /\/tokens$/);
  await page.getByRole('button', { name: 'New token' }).first().click();
  await dialog.getByRole('button', { name: 'Create the token' }).click();
  await making.untilDone();
  await page.keyboard.press('Escape');
  making.letGo();
  await dialog.getByRole('textbox', { name: 'Client secret' }).waitFor();
  portal.assertQuiet();
});
