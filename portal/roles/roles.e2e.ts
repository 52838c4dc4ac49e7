import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import type { TestService } from '#service/testing/start-service.ts';

const FOREMAN = { name: 'Foreman', isTenantWide: true, permissions: ['Tasks.Read', 'Audit.Read'] };

const createForeman = async (service: TestService) =>
  (await (await service.as('admin')).post('/api/v1/roles', FOREMAN)).body.id as number;

test('an administrator sees someone else’s changes before overwriting a role', async (t) => {
  let id = 0;
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      id = await createForeman(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('button', { name: 'Edit Foreman' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name').fill('Mine');
  const admin = await service.as('admin');
  await admin.request('PATCH', `/api/v1/roles/${id}`, { name: 'Theirs' }, { 'if-match': '*' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  await drawer.getByText('Changed by someone else to: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  // A role for users' own teams loses the permissions that only make sense organisation-wide.
  await drawer.getByText('Own teams').click();
  await drawer.getByRole('checkbox', { name: /^View the audit log/, checked: false }).waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Mine' }).waitFor();
  const { body } = await admin.get(`/api/v1/roles/${id}`);
  assert.deepEqual([body.name, body.isTenantWide, body.permissions], ['Mine', false, ['Tasks.Read']]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Edit Theirs' }).waitFor();

  // Neither Save nor Undo removes permissions that someone else has added.
  await page.getByRole('button', { name: 'Edit Theirs' }).click();
  await drawer.getByRole('checkbox', { name: /^Start, answer and complete/ }).check();
  await admin.request(
    'PATCH',
    `/api/v1/roles/${id}`,
    { permissions: ['Tasks.Read', 'Teams.Read'] },
    { 'if-match': '*' },
  );
  await bringToFrontLater(page);
  await drawer.getByText('Changed by someone else to: Tasks.Read, Teams.Read').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  const readPermissions = async () => (await admin.get(`/api/v1/roles/${id}`)).body.permissions;
  assert.deepEqual(await readPermissions(), ['Tasks.Read', 'Teams.Read']);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.waitFor({ state: 'detached' });
  await admin.request('PATCH', `/api/v1/roles/${id}`, { permissions: ['Teams.Read'] }, { 'if-match': '*' });
  await page.keyboard.press('Control+z');
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  assert.deepEqual(await readPermissions(), ['Teams.Read']);
  portal.assertNoPageErrors();
});

test('an administrator views roles on a phone in Dutch and sees that a name is taken', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/roles?role=new' });
  if (!portal) return;
  const { page } = portal;
  const drawer = page.getByRole('dialog', { name: 'Nieuwe rol' });
  await drawer.getByLabel('Naam').fill('planner');
  await drawer.getByRole('button', { name: 'Opslaan' }).click();
  await drawer.getByText('Er is al een rol').waitFor();
  await assertAccessibleInBothThemes(page);
  await drawer.getByLabel('Naam').fill('Voorman');
  await drawer.getByRole('button', { name: 'Opslaan' }).click();
  await drawer.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /role=/);
  // Back does not open an empty form.
  await page.getByRole('button', { name: 'Nieuwe rol' }).click();
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.goBack();
  assert.doesNotMatch(page.url(), /role=/);
  await page.getByRole('columnheader', { name: /Inspector/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  portal.assertNoPageErrors();
});
