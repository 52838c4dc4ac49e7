import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

test('a failed start shows an error in every language and a Retry button', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.route('**/api/v1/me', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page.getByRole('heading', { name: 'Ronda could not be opened' }).waitFor();
  await page.getByRole('heading', { name: 'Ronda kon niet worden geopend' }).waitFor();
  await page.getByRole('heading', { name: 'Ronda konnte nicht geöffnet werden' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.unroute('**/api/v1/me');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
});

test('the portal works in a browser that blocks storage', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
  });
  await page.reload();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Nederlands' }).click();
  await page.getByRole('link', { name: 'Taken' }).waitFor();
  portal.assertNoPageErrors();
});

test('after an upgrade, preloading a missing page keeps an open form, and opening the page shows an error', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks/new' });
  if (!portal) return;
  const { page } = portal;
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Look at the lock');
  await page.route('**/TeamList-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const missingResponse = page.waitForResponse(/TeamList-.*[.]js/);
  await page.getByRole('link', { name: 'Teams' }).hover();
  await missingResponse;
  await page.getByRole('link', { name: 'Tasks' }).hover();
  await title.and(page.locator('[value="Look at the lock"]')).waitFor();

  await page.goto(new URL('/portal/teams', page.url()).href);
  await page.getByRole('heading', { name: 'Ronda may have been updated', level: 1 }).waitFor();
  await page.unroute('**/TeamList-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
});
