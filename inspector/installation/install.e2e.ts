import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { startService } from '#service/testing/start-service.ts';

test('the app suggests installing it only once, and can still be installed later under Sync status', async (t) => {
  const phone = await openInspector(t, await startService(t));
  if (!phone) return;
  const { page } = phone;
  await page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {
    prompt: async () => Object.assign(globalThis, { wasPrompted: true }) }))`);
  const hint = page.getByRole('region', { name: 'Install' });
  await hint.getByRole('button', { name: 'Install' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await hint.getByRole('button', { name: 'Not now' }).click();
  await hint.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'All sent' }).click();
  await hint.getByText('Open the browser menu').waitFor();
  await page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {
    prompt: async () => Object.assign(globalThis, { wasPrompted: true }) }))`);
  await hint.getByRole('button', { name: 'Install' }).click();
  assert.equal(await page.evaluate('wasPrompted'), true);
  await page.evaluate(`dispatchEvent(new Event('appinstalled'))`);
  await hint.waitFor({ state: 'detached' });
  phone.assertNoPageErrors();
});
