import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringToFrontLater } from '#portal/testing/bring-to-front.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import type { TestService } from '#service/testing/start-service.ts';

const FOREMAN = { name: 'Foreman', isTenantWide: true, permissions: ['Tasks.Read', 'Audit.Read'] };

const makeForeman = async (service: TestService) =>
  (await (await service.as('admin')).post('/api/v1/roles', FOREMAN)).body.id as number;

test('a role that somebody else changed meanwhile is not overwritten unseen, and one that is held stays', async (t) => {
  let id = 0;
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      id = await makeForeman(service);
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
  await drawer.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  await drawer.getByText('Somebody else made it: Theirs').waitFor();
  await assertAccessibleInBothThemes(page);
  // What counts everywhere only goes when the role no longer does.
  await drawer.getByText('In own teams').click();
  await drawer.getByRole('checkbox', { name: /^See the audit log/, checked: false }).waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Mine' }).waitFor();
  const { body } = await admin.get(`/api/v1/roles/${id}`);
  assert.deepEqual([body.name, body.isTenantWide, body.permissions], ['Mine', false, ['Tasks.Read']]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Edit Theirs' }).waitFor();

  // Permissions that somebody else gave are not taken away by one's own, nor by a step back.
  await page.getByRole('button', { name: 'Edit Theirs' }).click();
  await drawer.getByRole('checkbox', { name: /^Start tasks, answer them/ }).check();
  await admin.request(
    'PATCH',
    `/api/v1/roles/${id}`,
    { permissions: ['Tasks.Read', 'Teams.Read'] },
    { 'if-match': '*' },
  );
  await bringToFrontLater(page);
  await drawer.getByText('Somebody else made it: Tasks.Read, Teams.Read').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  const now = async () => (await admin.get(`/api/v1/roles/${id}`)).body.permissions;
  assert.deepEqual(await now(), ['Tasks.Read', 'Teams.Read']);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.waitFor({ state: 'detached' });
  await admin.request('PATCH', `/api/v1/roles/${id}`, { permissions: ['Teams.Read'] }, { 'if-match': '*' });
  await page.keyboard.press('Control+z');
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  assert.deepEqual(await now(), ['Teams.Read']);
  portal.assertQuiet();
});

test('on a phone, in Dutch, the roles are read and a name that is taken is told', async (t) => {
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
  // Nor does the way back lead into an empty form.
  await page.getByRole('button', { name: 'Nieuwe rol' }).click();
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.goBack();
  assert.doesNotMatch(page.url(), /role=/);
  await page.getByRole('columnheader', { name: /Inspector/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  portal.assertQuiet();
});
