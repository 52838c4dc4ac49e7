import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertUsableOnPhone } from '#inspector/testing/open-showcase.ts';
import { assertAccessibleInBothThemes, buildAppsIfNeeded } from '#portal/testing/open-portal.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const collectConsoleErrors = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
};

test('both apps offer to sign in again after the session ends, without console errors', async (t) => {
  const service = await startService(t);
  buildAppsIfNeeded();
  const browser = await launchChromium(t);
  if (!browser) return;
  const page = await browser.newPage();
  const errors = collectConsoleErrors(page);
  const openBothApps = async () => {
    await page.goto(`${service.url}/inspect/`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goto(`${service.url}/portal`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  };
  await openBothApps();
  const endedSession = `ronda-session_${service.organisation.tenantId}_${'a'.repeat(43)}`;
  await page.context().addCookies([{ name: 'ronda-session', value: endedSession, url: service.url }]);
  await openBothApps();
  assert.deepEqual(errors, []);
});

test('signing out and reopening the app causes no console errors', async (t) => {
  const service = await startService(t);
  const phone = await openInspector(t, service);
  if (!phone) return;
  const { page } = phone;
  const errors = collectConsoleErrors(page);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await dialog.getByRole('button', { name: 'Sign out of this device' }).click();
  const signIn = page.getByRole('link', { name: 'Sign in' });
  await signIn.waitFor();
  // Reload so that the service worker handles the page's requests.
  await page.reload();
  await signIn.waitFor();
  assert.deepEqual(errors, []);
  await phone.submitSignIn(page, 'anna');
  await page.getByRole('button', { name: /^Account: / }).waitFor();
  assert.deepEqual(errors, []);
});

test('an inspector can read third-party licences offline', async (t) => {
  const service = await startService(t);
  const phone = await openInspector(t, service);
  if (!phone) return;
  const accountButton = phone.page.getByRole('button', { name: /^Account: / });
  await accountButton.waitFor();
  await phone.context.setOffline(true);
  await accountButton.click();
  const newPage = phone.context.waitForEvent('page');
  await phone.page.getByRole('link', { name: 'Third-party licences' }).click();
  await (await newPage).getByText('Copyright (c) Meta Platforms').waitFor();
  phone.assertNoPageErrors();
});

test('the language and appearance settings survive a restart', async (t) => {
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
  phone.assertNoPageErrors();
});

test('an inspector can change the language during an inspection without losing a half-typed answer', async (t) => {
  const service = await startService(t);
  const fields = [{ name: 'Findings', type: 'text', label: 'Findings' } as const];
  await addWorkbook(service.database.db, service.organisation, { name: 'Door', fields });
  await planTask(service, await service.as('coordinator'), {
    ...{ title: 'Inspect the door', workbookName: 'Door' },
  });
  const phone = await openInspector(t, service);
  if (!phone) return;
  const { page } = phone;
  const selectLanguage = async (menu: string, language: string) => {
    await page.getByRole('button', { name: `${menu}: ` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(language).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await page.getByRole('link', { name: 'Inspect the door' }).click();
  await page.getByRole('button', { name: 'Back' }).waitFor();
  await selectLanguage('Account', 'Nederlands');
  await page.getByRole('button', { name: 'Terug' }).waitFor();
  await assertUsableOnPhone(page);

  await page.getByRole('button', { name: 'Starten' }).click();
  const findings = page.getByRole('textbox', { name: 'Findings' });
  await findings.fill('The hinge is loose');
  await selectLanguage('Account', 'Deutsch');
  await page.getByText('Auf diesem Gerät gespeichert').waitFor();
  assert.equal(await findings.inputValue(), 'The hinge is loose');
  await assertUsableOnPhone(page);
  await page.getByRole('button', { name: 'Konto: ' }).click();
  await page.getByRole('button', { name: 'Auf diesem Gerät abmelden' }).waitFor();
  phone.assertNoPageErrors();
});
