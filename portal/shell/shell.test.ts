import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, buildAppsIfNeeded, startPortal } from '#portal/testing/open-portal.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

test('a signed-out user is redirected to the sign-in page and back to the requested page', async (t) => {
  const service = await startService(t);
  const { url } = service;
  buildAppsIfNeeded();
  await setPassword(service, 'coordinator');
  const browser = await launchChromium(t);
  if (!browser) return;
  const page = await browser.newPage();
  await page.goto(`${url}/portal/tasks?text=railing`);
  await page.waitForURL(/\/sign-in/);
  assert.equal(new URL(page.url()).searchParams.get('returnTo'), '/portal/tasks?text=railing');
  await page.getByLabel('User name').fill('coordinator');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/portal\/tasks\?text=railing$/);
  assert.equal(await page.getByLabel('Search tasks').inputValue(), 'railing');
});

test('the menu shows only permitted pages, and the portal sends no requests to other hosts', async (t) => {
  const portal = await startPortal(t, { userName: 'anna' });
  if (!portal) return;
  const { page, open } = portal;
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Tasks' }).waitFor();
  assert.equal(await menu.getByRole('link', { name: 'Audit log' }).count(), 0);
  const adminPage = await open('/portal/tasks', 'admin');
  await adminPage.getByRole('link', { name: 'Tasks' }).waitFor();
  await adminPage.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  assert.match(await adminPage.title(), /Tasks – Ronda/);
  portal.assertNoPageErrors();
});

test('a user opens pages by search and by shortcuts, and sees all shortcuts', async (t) => {
  const portal = await startPortal(t, { path: '/portal/nowhere' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('task');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/portal\/tasks/);
  await search.waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await overview.getByText('Go to Tasks').waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await overview.waitFor({ state: 'hidden' });
  portal.assertNoPageErrors();
});

test('the portal remembers the language, appearance and density', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Nederlands' }).click();
  await page.getByRole('link', { name: 'Taken' }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'nl');
  await page.getByRole('button', { name: /^Account van/ }).click();
  await page.getByRole('menuitem', { name: 'Donker' }).click();
  await page.getByRole('button', { name: /^Account van/ }).click();
  await page.getByRole('menuitem', { name: 'Compact' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'Taken' }).waitFor();
  assert.equal(await page.getAttribute('html', 'data-mantine-color-scheme'), 'dark');

  // Links keep their accessible names when the menu is collapsed.
  const menu = page.getByRole('navigation', { name: 'Hoofdmenu' });
  const readWidth = async () => (await menu.boundingBox())!.width;
  const expandedWidth = await readWidth();
  await page.keyboard.press('\\');
  await page.reload();
  await menu.getByRole('link', { name: 'Taken' }).waitFor();
  assert.ok((await readWidth()) < expandedWidth / 3);
  await assertAccessible(page);
  await page.keyboard.press('\\');
  await page.getByRole('button', { name: 'Menu inklappen' }).waitFor();
  assert.equal(await readWidth(), expandedWidth);
  assert.match((await page.getAttribute('html', 'style')) ?? '', /font-size: 87\.5%/);
  await assertAccessible(page);
});

test('the page layout is accessible in both themes, on desktop and phone', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Tasks' }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('signing out ends the session', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in$/);
  const response = await page.request.get(new URL('/api/v1/me', page.url()).href);
  assert.equal(response.status(), 401);
});
