import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { parseTeamsSearch } from './teams-search.ts';

test('the team list’s filters are stored in the URL', () => {
  assert.deepEqual(parseTeamsSearch({ text: 'quay', isNew: 'true' }), { text: 'quay', isNew: true });
  assert.deepEqual(parseTeamsSearch({ text: '', isNew: false }), {});
});

test('an administrator creates a team, adds and removes a member, and undoes the removal', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridges' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'New team' }).click();
  await page.getByRole('dialog').getByLabel(/^Name/).fill('Quays');
  await page.getByRole('button', { name: 'Create and add members' }).click();
  await page.getByRole('heading', { name: 'Quays', level: 1 }).waitFor();

  const inspectors = page.getByRole('region', { name: 'Inspectors' });
  await inspectors.getByRole('combobox', { name: 'Add a member to Inspectors' }).fill('bra');
  await page.getByRole('option', { name: /bram/ }).click();
  await inspectors.getByRole('link', { name: 'bram' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await inspectors.getByRole('button', { name: 'Remove bram from Inspectors' }).click();
  await inspectors.getByText('No members yet.').waitFor();
  await page.getByText('bram was removed from Inspectors').waitFor();
  await page.keyboard.press('Control+z');
  await inspectors.getByRole('link', { name: 'bram' }).waitFor();

  await page.getByRole('combobox', { name: 'Add workbook' }).fill('bridge');
  await page.getByRole('option', { name: 'Bridge inspection' }).click();
  await page.getByRole('button', { name: 'Remove Bridge inspection' }).waitFor();
  portal.assertNoPageErrors();
});

test('an administrator who saves a team sees someone else’s changes', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Locks' }).click();
  await page.getByLabel('Description').fill('Mine');
  const admin = await service.as('admin');
  const path = `/api/v1/teams/${service.organisation.teamIds.Locks}`;
  await admin.request('PATCH', path, { description: 'Theirs' }, { 'if-match': '*' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else has changed this in the meantime', { exact: false }).waitFor();
  await page.getByText('Changed by someone else to: Theirs').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Locks saved').waitFor();
  assert.equal((await admin.get(path)).body.description, 'Mine');
  portal.assertNoPageErrors();
});

test('a planner can view teams but not change them', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridges' }).click();
  await page.getByRole('region', { name: 'Inspectors' }).getByText('anna').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  portal.assertNoPageErrors();
});
