import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';

test('without a network an act is told to have failed, and a page that was not open yet does not end the portal', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridges' }).click();
  const description = page.getByLabel('Description');
  await description.fill('Bridges and locks');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No connection to the server').waitFor();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('heading', { name: 'That did not work', level: 1 }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
});
