import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';

test('a user reads the third-party licences for the portal and the server', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /^Account of/ }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Third-party licences' }).click();
  const licences = await opened;
  await licences.getByText('Copyright (c) Meta Platforms').waitFor();
  await licences.getByText('fastify (MIT)').waitFor();
  portal.assertNoPageErrors();
});
