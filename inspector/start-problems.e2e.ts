import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { buildAppsIfNeeded } from '#portal/testing/open-portal.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { startService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

test('an inspector who opens an insecure URL sees which URL to open', async (t) => {
  buildAppsIfNeeded();
  const service = await startService(t);
  const browser = await launchChromium(t, ['--host-resolver-rules=MAP ronda.test 127.0.0.1']);
  if (!browser) return;
  const page = await browser.newPage({ locale: 'nl-NL', viewport: { width: 320, height: 640 } });
  const { port } = new URL(service.url);
  await page.goto(`http://ronda.test:${port}/inspect`);
  await page.getByText(`Open https://ronda.test:${port}`).waitFor();
  await assertAccessible(page);
});

test('an inspector whose browser blocks storage sees an explanation and is not signed in', async (t) => {
  buildAppsIfNeeded();
  const service = await startService(t);
  const browser = await launchChromium(t);
  if (!browser) return;
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.addInitScript(`
    const block = () => { throw new DOMException('Blocked.', 'SecurityError'); };
    Object.defineProperty(globalThis, 'localStorage', { get: block });
    indexedDB.open = block;`);
  await page.goto(`${service.url}/inspect`);
  await page.getByText('This browser does not store data on the device').waitFor();
  await assertAccessible(page);
  assert.equal((await page.context().cookies()).length, 0);
});

test('an unknown URL and a screen that fails to load show a message and a button or link', async (t) => {
  const phone = await openInspector(t, await startService(t), { locale: 'nl-NL' });
  if (!phone) return;
  const page = await phone.restart('/inspect/nowhere');
  await page.getByRole('heading', { name: 'Pagina niet gevonden' }).waitFor();
  await assertAccessible(page);
  // Simulates an app file removed from the server before the phone downloaded it.
  await phone.context.route('**/assets/ReportPage*', (route) => route.abort());
  await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))');
  await page.goto(`${new URL(page.url()).origin}/inspect/inspections/${crypto.randomUUID()}/report`);
  await page.getByRole('heading', { name: 'Dit scherm kan niet worden getoond' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Opnieuw proberen' }).waitFor();
});
