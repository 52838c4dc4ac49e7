import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const DAY = '2027-03-09';

const prepare = async (service: TestService) => {
  const erp = await service.as('erp');
  await planTask(service, erp, {
    externalId: 'Lock 7',
    title: 'Lock 7',
    plannedStart: `${DAY}T08:00:00Z`,
  });
};

test('Escape closes a task’s pop-up but keeps the selection, and the question mark opens the shortcuts above it', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const card = page.getByRole('grid').getByRole('button', { name: /^Lock 7/ });
  const popUp = page.getByRole('dialog', { name: 'Details of Lock 7' });
  await card.click();
  await popUp.waitFor();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await shortcuts.waitFor();
  await shortcuts.getByText('Move with the keyboard').waitFor();
  assert.equal(await popUp.count(), 1, 'the pop-up stays open');
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  assert.equal(await popUp.count(), 1, 'Escape closes the dialog first');
  await page.keyboard.press('Escape');
  await popUp.waitFor({ state: 'detached' });
  await page.getByText('1 selected').first().waitFor();

  await card.click();
  await popUp.getByRole('button', { name: 'Assign' }).focus();
  await page.keyboard.press('Escape');
  await popUp.waitFor({ state: 'detached' });
  assert.equal(await card.and(page.locator(':focus')).count(), 1, 'the focus returns to the card');
  portal.assertNoPageErrors();
});
