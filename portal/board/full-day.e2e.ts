import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';

const DAY = '2027-03-09';

// Working hours are from 8:00 to 16:30 UTC, which is 9:00 to 17:30 in Amsterdam.
test('a task dropped on a full day is planned after the last task, with a warning, and Undo unplans it', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    prepare: async (service) => {
      const erp = await service.as('erp');
      const fullDay = { plannedStart: `${DAY}T08:00:00Z`, plannedMinutes: 510 };
      await planTask(service, erp, { externalId: 'Lock 1', title: 'Lock 1', ...fullDay });
      await planTask(service, erp, { externalId: 'Lock 2', title: 'Lock 2', assignedUserName: null });
    },
  });
  if (!portal) return;
  const { page } = portal;
  const option = page.getByRole('option', { name: /^Lock 2/ });
  await option.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('status')
    .getByText(/8 h 30 min of 8 h planned: overbooked/)
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Lock 2.*17:30.*Outside working hours/ }).waitFor();
  const warning = page.getByRole('alert').filter({ hasText: 'Check the new plan' });
  await warning.getByText('1 × Outside working hours').waitFor();
  await page.getByText('1 task planned for anna').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Control+z');
  await option.waitFor();
  portal.assertNoPageErrors();
});
