import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

const REASON = 'You have exceeded the limit of 600 requests a minute. Try again in 5 s.';

/** Rejects requests with 429, and counts them, until `end` is called. */
const rejectRequests = async (page: Page, method: string, url: RegExp) => {
  const rejections = { count: 0 };
  await page.route(url, (route) => {
    if (route.request().method() !== method) return route.fallback();
    rejections.count += 1;
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '5', 'x-request-id': 'request-7' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'Too many requests', status: 429, detail: REASON }),
    });
  });
  return { rejections, end: () => page.unroute(url) };
};

test('a rate-limited list shows the reason, and loads after Retry', async (t) => {
  const portal = await startPortal(t, { path: '/portal/roles' });
  if (!portal) return;
  const { page } = portal;
  const rejection = await rejectRequests(page, 'GET', /\/api\/v1\/teams/);
  await page.getByRole('link', { name: 'Teams', exact: true }).click();
  const note = page.getByRole('alert').filter({ hasText: REASON });
  await note.getByText('Request ID: request-7').waitFor();
  await assertAccessibleInBothThemes(page);
  await rejection.end();
  await note.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'Bridges' }).waitFor();
  await note.waitFor({ state: 'detached' });
  portal.assertNoPageErrors();
});

test('a rate-limited form shows the reason, keeps the input, and is saved by Retry', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridges' }).click();
  const description = page.getByLabel('Omschrijving');
  await description.fill('Bruggen en sluizen');
  const rejection = await rejectRequests(page, 'PATCH', /\/api\/v1\/teams\//);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  const note = page.getByRole('alert').filter({ hasText: REASON });
  await note.getByText('Uw wijzigingen zijn niet opgeslagen').waitFor();
  await note.getByText('Verzoek-ID: request-7').waitFor();
  assert.equal(await description.inputValue(), 'Bruggen en sluizen');
  await assertWithinWindow(page);
  await assertAccessibleInBothThemes(page);
  await rejection.end();
  await note.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await note.waitFor({ state: 'detached' });
  const { teamIds } = service.organisation;
  const team = (await (await service.as('admin')).get(`/api/v1/teams/${teamIds.Bridges}`)).body;
  assert.equal(team.description, 'Bruggen en sluizen');
  portal.assertNoPageErrors();
});

test('a page polls for changes again 30 seconds after a rejected poll', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/roles' });
  if (!portal) return;
  const { page, service } = portal;
  // Leaves the first page, which would poll as well.
  await page.goto('about:blank');
  await page.clock.install();
  const rejection = await rejectRequests(page, 'GET', /\/api\/v1\/changes/);
  const firstRejection = page.waitForResponse(/\/api\/v1\/changes/);
  await page.goto(`${service.url}/portal/tasks`);
  await firstRejection;
  await page.getByText('0 tasks').waitFor();
  await page.locator('[data-live=true]').waitFor();
  const task = { title: 'Railing', teamName: 'Bridges', workbookName: 'BridgeInspection' };
  assert.equal((await (await service.as('admin')).post('/api/v1/tasks', task)).status, 201);
  await page.clock.fastForward(20_000);
  assert.equal(rejection.rejections.count, 1, 'the page does not poll again earlier');
  await rejection.end();
  await page.clock.fastForward(15_000);
  await page.getByText('1 task', { exact: true }).waitFor();
  portal.assertNoPageErrors();
});
