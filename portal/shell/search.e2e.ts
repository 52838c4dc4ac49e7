import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import type { TestService } from '#service/testing/start-service.ts';

const createTasks = async (service: TestService, count: number) => {
  const erp = await service.as('erp');
  for (let number = 1; number <= count; number += 1)
    await planTask(service, erp, { externalId: `R-${number}`, title: `Northern railing ${number}` });
};

const openSearch = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.waitFor();
  return dialog;
};

test('a planner finds a task by its title and opens it by keyboard', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/board',
    prepare: (service) => createTasks(service, 3),
  });
  if (!portal) return;
  const { page } = portal;
  const dialog = await openSearch(page);
  await assertAccessibleInBothThemes(page);
  await page.keyboard.type('northern 2');
  const task = dialog.getByRole('group', { name: 'Tasks' }).getByRole('option');
  await task.nth(1).waitFor({ state: 'detached' });
  await task.filter({ hasText: 'Northern railing 2' }).waitFor();
  await task.getByText('R-2 · Assigned · Bridges').waitFor();
  await dialog.getByText('1 result', { exact: true }).waitFor({ state: 'attached' });
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Northern railing 2', level: 1 }).waitFor();
  await dialog.waitFor({ state: 'detached' });

  // The arrow keys move across all groups and wrap around from the last option to the first.
  await openSearch(page);
  await page.keyboard.type('railing');
  const options = dialog.getByRole('option');
  await options.filter({ hasText: 'Railing check' }).waitFor();
  await dialog.getByText(/^\d+ results$/).waitFor({ state: 'attached' });
  // The active option is the one that arrived first. Options that arrived later may now precede it.
  await options.first().hover();
  await options.first().and(page.locator('[aria-selected="true"]')).waitFor();
  await page.keyboard.press('ArrowUp');
  await options.last().and(page.locator('[aria-selected="true"]')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await options.nth(1).and(page.locator('[aria-selected="true"]')).waitFor();
  const field = dialog.getByRole('combobox', { name: 'Search' });
  assert.equal(await field.getAttribute('aria-activedescendant'), await options.nth(1).getAttribute('id'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  portal.assertNoPageErrors();
});

test('an administrator finds inspections, workbooks, items, teams and people, and views all matching tasks', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      await createTasks(service, 6);
      await startNewInspection(service, { fields: [{ name: 'Colour', type: 'text', label: 'Colour' }] });
    },
  });
  if (!portal) return;
  const { page } = portal;
  const find = async (text: string, group: string, label: string) => {
    const dialog = await openSearch(page);
    await dialog.getByRole('combobox').fill(text);
    await dialog.getByRole('group', { name: group }).getByRole('option', { name: label }).first().click();
    await dialog.waitFor({ state: 'detached' });
  };
  await find('WO-1', 'Inspections', 'WO-1');
  await page.waitForURL(/\/inspections\/[0-9a-f-]{36}$/);
  await find('bridge inspection', 'Workbooks', 'Bridge inspection');
  await page.getByRole('heading', { name: 'Bridge inspection', level: 1 }).waitFor();
  await find('br-002', 'Items', 'Bridge BR-002');
  await page.getByRole('dialog', { name: 'Bridge BR-002' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await find('locks', 'Teams', 'Locks');
  await page.getByRole('heading', { name: 'Locks', level: 1 }).waitFor();
  await find('ann', 'People', 'anna');
  await page.getByRole('heading', { name: 'anna', level: 1 }).waitFor();

  await find('northern', 'Tasks', 'Show all in Tasks');
  await page.waitForURL(/tasks\?text=northern$/);
  await page.getByText('6 tasks').waitFor();
  portal.assertNoPageErrors();
});

test('a user finds only what they have permission to view', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/board' });
  if (!portal) return;
  const { page } = portal;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const dialog = await openSearch(page);
  await dialog.getByRole('combobox').fill('anna');
  // Planners cannot open a person's page, so the result leads to that person's tasks.
  await dialog.getByRole('option', { name: 'anna Tasks assigned to this person' }).click();
  await page.waitForURL(/tasks\?assigneeId=/);
  assert.ok(requests.includes('/api/v1/tasks'));
  assert.ok(!requests.includes('/api/v1/users'));
  portal.assertNoPageErrors();
});

test('a search that fails or finds nothing shows a message', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: (service) => createTasks(service, 1),
  });
  if (!portal) return;
  const { page } = portal;
  const dialog = await openSearch(page);
  await dialog.getByRole('combobox').fill('nothing like this');
  await dialog.getByRole('status').getByText('No results for “nothing like this”').waitFor();
  await assertAccessibleInBothThemes(page);

  await page.route('**/api/v1/tasks?*', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Too busy' } }),
  );
  await dialog.getByRole('combobox').fill('railing');
  const alert = dialog.getByRole('alert').filter({ hasText: 'Too busy' });
  await alert.waitFor();
  // The other groups still work.
  await dialog.getByRole('option', { name: /^Railing check/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.unroute('**/api/v1/tasks?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('option', { name: /^Northern railing 1/ }).waitFor();
  await alert.waitFor({ state: 'detached' });
  portal.assertNoPageErrors();
});

test('an outdated search is cancelled, and its results are not shown', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: (service) => createTasks(service, 2),
  });
  if (!portal) return;
  const { page } = portal;
  const dialog = await openSearch(page);
  const isOutdated = (url: string) => new URL(url).searchParams.get('text') === 'railing 1';
  await page.route(/\/api\/v1\/tasks\?/, (route) => {
    if (!isOutdated(route.request().url())) return route.fallback();
    // Never answered, so the page has to cancel it.
  });
  const sentRequest = page.waitForRequest((request) => isOutdated(request.url()));
  const cancelledRequest = page.waitForEvent('requestfailed', (request) => isOutdated(request.url()));
  await dialog.getByRole('combobox').fill('railing 1');
  await sentRequest;
  await dialog.getByRole('status').getByText('Searching…').waitFor();
  await dialog.getByRole('combobox').fill('railing 2');
  assert.match((await cancelledRequest).failure()!.errorText, /ABORTED/);
  await dialog.getByRole('option', { name: /^Northern railing 2/ }).waitFor();
  assert.equal(await dialog.getByRole('option', { name: /^Northern railing 1/ }).count(), 0);
  portal.assertNoPageErrors();
});

test('the search works on a phone in Dutch and in German', async (t) => {
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    path: '/portal/roles',
    prepare: (service) => createTasks(service, 6),
  });
  if (!portal) return;
  const { page } = portal;
  const search = async (button: string, field: string, group: string) => {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByPlaceholder(field).fill('northern');
    const options = dialog.getByRole('group', { name: group }).getByRole('option');
    await options.filter({ hasText: 'Northern railing 6' }).waitFor();
    await assertAccessibleInBothThemes(page);
    await assertWithinWindow(page);
    return dialog;
  };
  const dialog = await search('Zoeken', 'Zoeken of gaan naar…', 'Taken');
  await dialog.getByRole('button', { name: 'Sluiten' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Account van/ }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await search('Suchen', 'Suchen oder wechseln zu …', 'Aufgaben');
  await page.getByRole('option', { name: 'Alle anzeigen unter Aufgaben' }).click();
  await page.waitForURL(/tasks\?text=northern$/);
  portal.assertNoPageErrors();
});
