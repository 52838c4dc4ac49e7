import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const PAUSE_MS = 120_000;

test('a phone reports that the server is busy, honours Retry-After, and then sends everything', async (t) => {
  const service = await startService(t);
  const { id, read } = await startNewInspection(service, {
    fields: [{ name: 'Notes', label: 'Notes', type: 'text' }],
  });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  const requests: { page: unknown; line: string }[] = [];
  await phone.context.route('**/api/v1/**', (route) => {
    const request = route.request();
    const line = `${request.method()} ${new URL(request.url()).pathname.slice(7)}`;
    requests.push({ page: request.frame().page(), line });
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': String(PAUSE_MS / 1_000) },
      contentType: 'application/problem+json',
      body: '{}',
    });
  });
  await phone.context.clock.install();
  const page = await phone.restart();
  await page.getByText('The server is busy').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  const answerRequest = page.waitForRequest(/\/answers$/);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Rust');
  await answerRequest;
  await page.getByText('Saved on this device').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  // Excludes requests sent before the restart.
  const listPageRequests = () => requests.filter((request) => request.page === page).map(({ line }) => line);
  const initialRequests = listPageRequests();
  assert.deepEqual(initialRequests, ['GET /changes', `PATCH /inspections/${id}/answers`]);
  await page.evaluate(
    `dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange'))`,
  );
  await page.clock.fastForward(PAUSE_MS - 20_000);
  await page.getByText('The server is busy').waitFor();
  assert.deepEqual(listPageRequests(), initialRequests, 'the phone sent a request during the pause');

  await phone.context.unroute('**/api/v1/**');
  await page.clock.fastForward(30_000);
  await page.getByText('The server is busy').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All sent' }).waitFor();
  assert.deepEqual((await read()).answers, { Notes: 'Rust' });
  phone.assertNoPageErrors();
});

test('an inspector can retry without waiting out a busy server’s Retry-After', async (t) => {
  const service = await startService(t);
  await startNewInspection(service, { fields: [{ name: 'Notes', label: 'Notes', type: 'text' }] });
  const phone = await openInspector(t, service, { locale: 'nl-NL' });
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  await phone.context.route('**/api/v1/changes*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '600' }, body: '' }),
  );
  const page = await phone.restart('/inspect/sent');
  await page.getByText('De server is bezet').waitFor();
  await phone.context.unroute('**/api/v1/changes*');
  await page.getByRole('button', { name: 'Nu verzenden' }).click();
  await page.getByText('De server is bezet').waitFor({ state: 'detached' });
  phone.assertNoPageErrors();
});
