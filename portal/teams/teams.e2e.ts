import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

test('an administrator deactivates a team and removes a workbook, and undoes both', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams?isNew=true' });
  if (!portal) return;
  const { page } = portal;
  const dialog = page.getByRole('dialog', { name: 'New team' });
  await dialog.getByLabel(/^Name/).fill('Quays');
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /isNew/);

  await page.getByRole('link', { name: 'Locks' }).click();
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Inactive').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Inactive').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove Railing check' }).click();
  await page.getByText('Railing check removed').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Remove Railing check' }).waitFor();
  portal.assertNoPageErrors();
});

test('an administrator views a team on a phone in Dutch', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridges' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('link', { name: 'Bridges' }).click();
  await page.getByRole('region', { name: 'Inspectors' }).getByRole('link', { name: 'anna' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.goto(`${service.url}/portal/teams?text=nergens`);
  await page.getByRole('heading', { level: 2 }).waitFor();
  portal.assertNoPageErrors();
});

test('a team form keeps text typed while saving, and does not report a conflict', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Locks' }).click();
  const description = page.getByLabel('Description');
  const save = page.getByRole('button', { name: 'Save' });
  await description.fill('Along the canal');
  await page.getByLabel(/^Name/).fill('Locks and weirs');
  const heldResponses = await holdResponses(page, 'PATCH', /\/teams\/[^/]+$/);
  const heldReloads = await holdResponses(page, 'GET', /\/teams\/[^/?]+$/);
  await save.click();
  await heldResponses.waitUntilHandled();
  await description.fill('Along the canal, and the river');
  heldResponses.release();
  // The saved values appear before the team is refetched.
  await page.getByText('Locks saved').waitFor();
  await heldReloads.waitUntilHandled();
  assert.equal(await page.getByLabel(/^Name/).inputValue(), 'Locks and weirs');
  heldReloads.release();
  await page.getByRole('heading', { name: 'Locks and weirs', level: 1 }).waitFor();
  assert.equal(await description.inputValue(), 'Along the canal, and the river');
  assert.equal(await page.getByText('someone else').count(), 0);
  await save.click();
  await page.getByText('Locks and weirs saved').waitFor();
  const { body } = await (await service.as('admin')).get(
    `/api/v1/teams/${service.organisation.teamIds.Locks}`,
  );
  assert.equal(body.description, 'Along the canal, and the river');
  portal.assertNoPageErrors();
});

test('creating a team opens its page, unless the user has moved to another page in the meantime', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  const create = async (title: string) => {
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill(title);
    await page.getByRole('button', { name: 'Create and add members' }).click();
  };
  await create('Quays');
  await page.getByRole('heading', { name: 'Quays', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Teams' }).last().click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
  assert.doesNotMatch(page.url(), /isNew/);

  const heldResponses = await holdResponses(page, 'POST', /\/teams$/);
  await create('Weirs');
  await heldResponses.waitUntilHandled();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  heldResponses.release();
  const note = page.getByRole('alert').filter({ hasText: 'Weirs created' });
  await note.waitFor();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await note.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Weirs', level: 1 }).waitFor();
  portal.assertNoPageErrors();
});
