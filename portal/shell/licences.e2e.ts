import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';

test('a user reads the third-party licences for the portal and the server', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /^Account of/ }).click();
  const openedPage = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Third-party licences' }).click();
  const licencesPage = await openedPage;
  await licencesPage.getByText('Copyright (c) Meta Platforms').waitFor();
  await licencesPage.getByText('fastify (MIT)').waitFor();
  portal.assertNoPageErrors();
});
