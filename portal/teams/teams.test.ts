import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { parseTeamsSearch } from './teams-search.ts';

test('what the list of teams shows stands in its address', () => {
  assert.deepEqual(parseTeamsSearch({ text: 'quay', isNew: 'true' }), { text: 'quay', isNew: true });
  assert.deepEqual(parseTeamsSearch({ text: '', isNew: false }), {});
});

test('an administrator makes a team and chooses its people, and takes a step back', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridges' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'New team' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Quays');
  await page.getByRole('button', { name: 'Create, then choose its people' }).click();
  await page.getByRole('heading', { name: 'Quays', level: 1 }).waitFor();

  const inspectors = page.getByRole('region', { name: 'Inspectors' });
  await inspectors.getByRole('combobox', { name: 'Add somebody to Inspectors' }).fill('bra');
  await page.getByRole('option', { name: /bram/ }).click();
  await inspectors.getByRole('link', { name: 'bram' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await inspectors.getByRole('button', { name: 'Remove bram from Inspectors' }).click();
  await inspectors.getByText('Nobody yet.').waitFor();
  await page.getByText('bram left Inspectors').waitFor();
  await page.keyboard.press('Control+z');
  await inspectors.getByRole('link', { name: 'bram' }).waitFor();

  await page.getByRole('combobox', { name: 'Add a workbook' }).fill('bridge');
  await page.getByRole('option', { name: 'Bridge inspection' }).click();
  await page.getByRole('button', { name: 'No longer use Bridge inspection' }).waitFor();
  portal.assertQuiet();
});

test('who edits a team that somebody else changed is told, and sees what it is now', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Locks' }).click();
  await page.getByLabel('Description').fill('Mine');
  const admin = await service.as('admin');
  const address = `/api/v1/teams/${service.organisation.teamIds.Locks}`;
  await admin.request('PATCH', address, { description: 'Theirs' }, { 'if-match': '*' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this meanwhile', { exact: false }).waitFor();
  await page.getByText('Somebody else made it: Theirs').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Locks saved').waitFor();
  assert.equal((await admin.get(address)).body.description, 'Mine');
  portal.assertQuiet();
});

test('a planner sees teams and may not change them', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridges' }).click();
  await page.getByRole('region', { name: 'Inspectors' }).getByText('anna').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  portal.assertQuiet();
});
