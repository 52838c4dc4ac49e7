import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const PEOPLE_COUNT = 15;

const prepare = async (service: TestService) => {
  const { database, organisation } = service;
  for (let number = 1; number <= PEOPLE_COUNT; number += 1)
    await addPerson(database.db, organisation, {
      userName: `person${String(number).padStart(2, '0')}`,
      role: 'Inspector',
      memberOf: { Inspectors: ['Bridges'] },
    });
  const erp = await service.as('erp');
  for (const title of ['Lock 1', 'Lock 2'])
    await planTask(service, erp, { externalId: title, title, assignedUserName: null });
};

test('the spread dialog offers only people who can inspect, and the board then scrolls to the first suggestion', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/board?date=2027-03-09',
    viewport: { width: 1280, height: 620 },
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const grid = page.getByRole('grid', { name: 'Board' });
  await page.getByRole('option', { name: /^Lock 1/ }).click();
  await page.getByRole('option', { name: /^Lock 2/ }).click({ modifiers: ['Shift'] });
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: /^Spread/ });
  await dialog.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: 'anna' }).waitFor();
  assert.equal(
    await page.getByRole('option', { name: 'coordinator' }).count(),
    0,
    'a planner cannot inspect',
  );
  await page.getByRole('option', { name: `person${PEOPLE_COUNT}` }).click();
  await dialog.getByRole('textbox', { name: 'From' }).fill('2027-03-18');
  await dialog.getByRole('textbox', { name: 'To' }).fill('2027-03-24');
  await dialog.getByRole('button', { name: 'Preview' }).click();

  const firstSuggestion = grid.getByRole('button', { name: /Suggested/ }).first();
  await firstSuggestion.waitFor();
  await page.waitForURL(/date=2027-03-18/);
  await firstSuggestion.and(page.locator(':focus')).waitFor();
  const measureBox = async (locator: typeof firstSuggestion) => (await locator.boundingBox())!;
  const [card, area, bar] = await Promise.all(
    [firstSuggestion, grid, page.locator('[data-bottom-bar]')].map(measureBox),
  );
  assert.ok(card!.y >= area!.y && card!.y + card!.height <= bar!.y, 'the card is above the bar');
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Next period' }).click();
  await page.getByText(/on other days or hidden by a filter/).waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('2 tasks planned as suggested').waitFor();
  portal.assertNoPageErrors();
});
