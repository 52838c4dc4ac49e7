import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startPortal } from '#portal/testing/open-portal.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** The maximum number of Tab presses. No screen in these tests has as many Tab stops. */
const MAX_TABS = 80;

/** Presses Tab until an element has the focus. Fails if it does not get the focus. */
const tabTo = async (page: Page, locator: Locator) => {
  await locator.waitFor();
  for (let step = 0; step < MAX_TABS; step += 1) {
    if ((await locator.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`not reached by Tab: ${locator}`);
};

const press = async (page: Page, keys: string) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
};

/** Types into a select to filter its options, and selects the first one. */
const selectOption = async (page: Page, list: Locator, text: string) => {
  await tabTo(page, list);
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await press(page, 'ArrowDown Enter');
};

const start = (t: Parameters<typeof startPortal>[0], prepare?: (service: TestService) => Promise<unknown>) =>
  startPortal(t, { userName: 'coordinator', ...(prepare && { prepare }) });

test('a keyboard user creates a task, plans it on the board, and opens another page by search', async (t) => {
  const portal = await start(t);
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await press(page, 'g t');
  await page.getByRole('button', { name: 'New task' }).waitFor();
  await press(page, 'n');
  await page.getByRole('heading', { name: 'New task', level: 1 }).waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('Look at the lock');
  await selectOption(page, page.getByRole('combobox', { name: 'Team' }), 'Bridges');
  await selectOption(page, page.getByRole('combobox', { name: 'Workbook' }), 'Bridge');
  await tabTo(page, page.getByRole('button', { name: 'Create task' }));
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Look at the lock', level: 1 }).waitFor();

  await press(page, 'g b');
  await tabTo(page, page.getByRole('option', { name: 'Look at the lock' }));
  await press(page, 'Space m');
  await page.getByText('Moving 1 task').waitFor();
  const planResponse = page.waitForResponse((response) => response.url().endsWith('/api/v1/tasks/plan'));
  await press(page, 'ArrowDown Enter');
  const card = page.getByRole('button', { name: /^Look at the lock/ });
  await card.waitFor();
  await page.locator('button:focus', { hasText: 'Look at the lock' }).waitFor();
  await (await planResponse).finished();
  const { body } = await (await service.as('coordinator')).get('/api/v1/tasks?text=lock');
  assert.equal(body.tasks[0].assignee.userName, 'anna');
  assert.notEqual(body.tasks[0].plannedStart, null);

  await press(page, 'Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Map');
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Map', level: 1 }).waitFor();
  portal.assertNoPageErrors();
});

test('a keyboard user reviews an inspection and returns it with a comment', async (t) => {
  const portal = await start(t, async (service) => {
    const inspection = await startNewInspection(service, {
      fields: [{ name: 'Height', type: 'decimal', label: 'Height in metres', failWhen: '. < 1' }],
    });
    await inspection.answer({ Height: 0.8 });
    assert.equal((await inspection.complete()).status, 200);
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await press(page, 'g i');
  await tabTo(page, page.getByRole('row', { name: /WO-1/ }).getByRole('link'));
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Failed answers' }).waitFor();
  await press(page, 'j c');
  await page.keyboard.type('Measure it at the posts');
  await page.getByText('1 comment', { exact: true }).waitFor();
  await press(page, 'Escape r');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Return' }));
  await press(page, 'Enter');
  await page.getByText('Returned by coordinator').waitFor();
  portal.assertNoPageErrors();
});

test('a keyboard user creates a person and opens another tab on the person’s page', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await press(page, 'n');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('User name'));
  await page.keyboard.type('dirk');
  await press(page, 'Tab');
  await page.keyboard.type('Dirk');
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Dirk', level: 1 }).waitFor();
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await press(page, 'ArrowRight');
  await page.getByRole('tabpanel').waitFor();
  const { body } = await (await service.as('admin')).get('/api/v1/users?text=dirk');
  assert.equal(body.users.length, 1);
  portal.assertNoPageErrors();
});
