import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const planTasks = async (service: TestService) => {
  const planner = await service.as('coordinator');
  for (const [title, days, assignedUserName] of [
    ['Loose railing', -3, 'anna'],
    ['Rusty bolt', 30, undefined],
  ] as const) {
    const { status } = await planner.post('/api/v1/tasks', {
      title,
      teamName: 'Bridges',
      workbookName: 'BridgeInspection',
      dueDate: new Date(Date.now() + days * 86_400_000).toISOString(),
      ...(assignedUserName && { assignedUserName }),
    });
    assert.equal(status, 201);
  }
};

test('a planner sees late tasks by assignee and reason, and opens them in the list', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal', prepare: planTasks });
  if (!portal) return;
  const { page } = portal;
  const lateTile = page.getByRole('link', { name: /Late$/ });
  await page.getByRole('row', { name: /Loose railing anna .* Already late when created/ }).waitFor();
  const reasonsTable = page.getByRole('table', { name: 'Late tasks by assignee and reason' });
  await reasonsTable.getByRole('row', { name: 'Total 1 1 × Already late when created' }).waitFor();
  assert.match((await lateTile.textContent()) ?? '', /^1Late/);
  await assertAccessibleInBothThemes(page);
  await page.getByLabel('Period').first().click();
  await page.getByRole('option', { name: 'Last 13 weeks' }).click();
  await page.waitForURL(/weeks=13/);

  await lateTile.click();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await page.getByText('1 task', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Loose railing/ }).waitFor();

  await page.goBack();
  await reasonsTable
    .getByRole('row', { name: /^anna/ })
    .getByRole('link', { name: 'Already late when created' })
    .click();
  await page.waitForURL(/lateCause/);
  await page.getByRole('row', { name: /Loose railing.*Already late when created/ }).waitFor();
  await page.getByRole('button', { name: 'Late: Already late when created' }).click();
  await page.getByRole('checkbox', { name: 'Any reason' }).check();
  await page.waitForURL(/isLate=true/);
  assert.doesNotMatch(page.url(), /lateCause/);
  await page.getByRole('checkbox', { name: 'Not planned' }).check();
  await page.waitForURL(/lateCause/);
  await page.keyboard.press('Escape');
  await page.getByText('No tasks match these filters').waitFor();
  portal.assertNoPageErrors();
});
