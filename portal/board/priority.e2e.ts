import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const DAY = '2027-03-09';

const prepare = async (service: TestService) => {
  const planner = await service.as('coordinator');
  for (const [title, priority, assignedUserName, plannedStart] of [
    ['Lock 1', 'low', 'anna', undefined],
    ['Lock 2', 'urgent', undefined, undefined],
    ['Lock 3', 'high', 'bram', `${DAY}T09:00:00.000Z`],
  ] as const) {
    const { status, body } = await planner.post('/api/v1/tasks', {
      title,
      priority,
      teamName: 'Bridges',
      workbookName: 'Railing',
      ...(assignedUserName && { assignedUserName }),
      ...(plannedStart && { plannedStart }),
    });
    assert.equal(status, 201, JSON.stringify(body));
  }
};

test('a planner sees priorities and assignees, sorts the tasks to plan by priority, and hides the list', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const card = page.getByRole('grid').getByRole('button', { name: /^Lock 3.*High/ });
  await card.locator('svg[data-option=high]').waitFor();
  const list = page.getByRole('listbox', { name: 'To plan' });
  await list.getByRole('option', { name: /^Lock 1.*anna/ }).waitFor();
  await list.getByRole('option', { name: /^Lock 2.*Unassigned/ }).waitFor();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Priority' }).click();
  await page.waitForURL(/sort=-priority/);
  const urgent = list.getByRole('option').first().filter({ hasText: 'Lock 2' });
  await urgent.locator('svg[data-option=urgent]').waitFor();

  await page.getByText('Month', { exact: true }).click();
  await page.keyboard.press('l');
  await list.waitFor({ state: 'detached' });
  await card.locator('svg[data-option=high]').waitFor();
  await page.getByRole('button', { name: 'Legend' }).click();
  await page.getByRole('dialog', { name: 'Legend' }).getByText('Priority: Urgent').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
