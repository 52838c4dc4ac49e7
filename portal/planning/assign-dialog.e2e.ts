import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const prepare = async (service: TestService) => {
  const erp = await service.as('erp');
  await planTask(service, erp, { externalId: 'Lock 1', title: 'Lock 1', assignedUserName: null });
  await planTask(service, erp, {
    externalId: 'Lock 2',
    title: 'Lock 2',
    plannedStart: new Date().toISOString(),
    plannedMinutes: 90,
  });
};

test('a planner compares people’s teams and workload before assigning a task', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/tasks', prepare });
  if (!portal) return;
  const { page } = portal;
  await page
    .getByRole('row', { name: /Lock 1/ })
    .getByRole('checkbox')
    .check();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Assign 1 task' });
  await dialog.getByText('Planned: 1 h 30 min of 40 h this week, 0 min of 40 h next week').waitFor();
  assert.equal(await dialog.getByText('Planned: 0 min of 40 h this week').count(), 2);
  assert.equal(await dialog.getByText(/^Bridges/).count(), 3);
  // People who cannot inspect are listed last.
  const names = await dialog
    .getByRole('radio')
    .evaluateAll((radios) =>
      radios.map(
        (radio) => (radio as unknown as { labels: { textContent: string }[] }).labels[0]!.textContent,
      ),
    );
  assert.deepEqual(names, ['anna', 'bram', 'coordinator', 'Unassigned']);
  await dialog.getByText('Has no role that permits inspections').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('radio', { name: 'bram' }).check();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('1 task assigned to bram').waitFor();
  portal.assertNoPageErrors();
});
