import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, buildWhenNeeded, startPortal } from '#portal/testing/open-portal.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { givePassword, PASSWORD } from '#service/testing/give-password.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

test('whoever is not signed in is led to the sign-in page and comes back to where they wanted to be', async (t) => {
  const service = await startService(t);
  const { url } = service;
  buildWhenNeeded();
  await givePassword(service, 'coordinator');
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

test('the menu shows what one may open, and nothing is asked of other hosts', async (t) => {
  const portal = await startPortal(t, { userName: 'anna' });
  if (!portal) return;
  const { page, open } = portal;
  const menu = page.getByRole('navigation', { name: 'Pages' });
  await menu.getByRole('link', { name: 'Tasks' }).waitFor();
  assert.equal(await menu.getByRole('link', { name: 'Audit log' }).count(), 0);
  const administrators = await open('/portal/tasks', 'admin');
  await administrators.getByRole('link', { name: 'Tasks' }).waitFor();
  await administrators.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  assert.match(await administrators.title(), /Tasks – Ronda/);
  portal.assertQuiet();
});

test('pages are found by the palette and by keys, and every shortcut is listed', async (t) => {
  const portal = await startPortal(t, { path: '/portal/nowhere' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Find a page or do something…').fill('task');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/portal\/tasks/);
  await page.getByPlaceholder('Find a page or do something…').waitFor({ state: 'hidden' });

  await page.keyboard.press('?');
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await overview.getByText('Go to Tasks').waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await overview.waitFor({ state: 'hidden' });
  portal.assertQuiet();
});

test('language, appearance and density are chosen by the reader, and kept', async (t) => {
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

  // The menu gives its width to the page, and is as easy to find things in for who cannot see it.
  const menu = page.getByRole('navigation', { name: 'Pagina’s' });
  const { width: wide } = (await menu.boundingBox())!;
  await page.keyboard.press('\\');
  await page.reload();
  await menu.getByRole('link', { name: 'Taken' }).waitFor();
  assert.ok((await menu.boundingBox())!.width < wide / 3);
  await assertAccessible(page);
  await page.keyboard.press('\\');
  await page.getByRole('button', { name: 'Smal menu' }).waitFor();
  assert.equal((await menu.boundingBox())!.width, wide);
  assert.match((await page.getAttribute('html', 'style')) ?? '', /font-size: 87\.5%/);
  await assertAccessible(page);
});

test('the frame of every page is accessible in both themes, on a desk and on a phone', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Tasks' }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('signing out ends the session', async (t) => {
  const portal = await startPortal(t, { path: '/portal/tasks' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in$/);
  const answer = await page.request.get(new URL('/api/v1/me', page.url()).href);
  assert.equal(answer.status(), 401);
});
