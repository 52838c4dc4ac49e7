import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';

test('without a network, an action shows an error, and opening another page does not break the portal', async (t) => {
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
  await page.getByRole('heading', { name: 'Something went wrong', level: 1 }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
});
