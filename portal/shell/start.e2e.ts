import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

test('a start that fails is told in both languages, and tried again by a button', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.route('**/api/v1/me', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page.getByRole('heading', { name: 'Ronda cannot be opened now' }).waitFor();
  await page.getByRole('heading', { name: 'Ronda kan nu niet worden geopend' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.unroute('**/api/v1/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
});

test('a browser that keeps nothing shows the portal all the same', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('Refused', 'SecurityError');
      },
    });
  });
  await page.reload();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Nederlands' }).click();
  await page.getByRole('link', { name: 'Taken' }).waitFor();
  portal.assertQuiet();
});

test('a program that an upgrade took away leaves a form alone, and is told where it was to open', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks/new' });
  if (!portal) return;
  const { page } = portal;
  const title = page.getByRole('textbox', { name: 'Task' });
  await title.fill('Look at the lock');
  await page.route('**/TeamList-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const missing = page.waitForResponse(/TeamList-.*[.]js/);
  await page.getByRole('link', { name: 'Teams' }).hover();
  await missing;
  await page.getByRole('link', { name: 'Tasks' }).hover();
  await title.and(page.locator('[value="Look at the lock"]')).waitFor();

  await page.goto(new URL('/portal/teams', page.url()).href);
  await page.getByRole('heading', { name: 'Ronda may have been updated', level: 1 }).waitFor();
  await page.unroute('**/TeamList-*.js');
  await page.getByRole('button', { name: 'Load anew' }).click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
});
