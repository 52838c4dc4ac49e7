import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

test('a team is put out of use and back, and so are its workbooks', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams?isNew=true' });
  if (!portal) return;
  const { page } = portal;
  const dialog = page.getByRole('dialog', { name: 'New team' });
  await dialog.getByLabel('Title').fill('Quays');
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /isNew/);

  await page.getByRole('link', { name: 'Locks' }).click();
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not active').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not active').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'No longer use Railing check' }).click();
  await page.getByText('The team no longer uses Railing check').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'No longer use Railing check' }).waitFor();
  portal.assertQuiet();
});

test('on a phone, in Dutch, a team and its people are read and changed', async (t) => {
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
  portal.assertQuiet();
});
