import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes, buildWhenNeeded } from '#portal/testing/open-portal.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

test('an inspector who is not signed in sees the sign-in link, and the console reports no error', async (t) => {
  const service = await startService(t);
  buildWhenNeeded();
  const browser = await launchChromium(t);
  if (!browser) return;
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${service.url}/inspect/`);
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await page.goto(`${service.url}/portal`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual(errors, []);
});

test('an inspector reads the third-party licences offline', async (t) => {
  const service = await startService(t);
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await phone.context.setOffline(true);
  await phone.page.getByRole('button', { name: /^Account: / }).click();
  const opened = phone.context.waitForEvent('page');
  await phone.page.getByRole('link', { name: 'Third-party licences' }).click();
  await (await opened).getByText('Copyright (c) Meta Platforms').waitFor();
  phone.assertQuiet();
});

test('an inspector changes the language and the appearance in the account menu, and both stay after a restart', async (t) => {
  const service = await startService(t);
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('button', { name: /^Account: / }).click();
  const menu = phone.page.getByRole('dialog', { name: /^Signed in as / });
  await menu.getByText('Deutsch').click();
  await phone.page.getByRole('dialog', { name: /^Angemeldet als / }).waitFor();
  await phone.page.getByRole('dialog').getByText('Dunkel').click();
  await phone.page.getByRole('button', { name: 'Auf diesem Gerät abmelden' }).waitFor();
  await assertAccessibleInBothThemes(phone.page);
  const page = await phone.restart();
  await page.getByRole('button', { name: /^Konto: / }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
  phone.assertQuiet();
});
