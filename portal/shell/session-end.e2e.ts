import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { PASSWORD } from '#service/testing/set-password.ts';

test('a user whose session has ended signs in using another window and picks up where they left off', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/tasks/new' });
  if (!portal) return;
  const { page, service } = portal;
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Look at the lock');
  const coordinator = await service.as('coordinator');
  assert.equal((await coordinator.request('DELETE', '/api/v1/me/sessions')).status, 204);

  const dialog = page.getByRole('dialog', { name: 'You are signed out' });
  // An idle page notices when it next polls for changes, within 30 seconds.
  await dialog.waitFor({ timeout: 45_000 });
  await assertAccessibleInBothThemes(page);
  const [signIn] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Sign in using a new window' }).click(),
  ]);
  await signIn.getByLabel('User name').fill('coordinator');
  await signIn.locator('input[name=password]').fill(PASSWORD);
  await signIn.keyboard.press('Enter');
  await signIn.waitForURL(/portal\/tasks\/new$/);
  await signIn.close();

  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Look at the lock');
  await page.locator('[data-live=true]').waitFor();
});
