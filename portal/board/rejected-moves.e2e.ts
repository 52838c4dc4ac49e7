import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const DAY = '2027-03-09';
const TITLES = ['Lock 1', 'Lock 2', 'Lock 3', 'Lock 4'];

const startBoard = async (t: Parameters<typeof startPortal>[0]) => {
  const ids: string[] = [];
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}&view=day`,
    prepare: async (service) => {
      const erp = await service.as('erp');
      for (const title of TITLES)
        ids.push(await planTask(service, erp, { externalId: title, title, assignedUserName: null }));
    },
  });
  return portal && { ...portal, ids };
};

const readPlannedStarts = async (service: TestService, ids: readonly string[]) => {
  const planner = await service.as('coordinator');
  const tasks = await Promise.all(ids.map((id) => planner.get(`/api/v1/tasks/${id}`)));
  return tasks.map(({ body }) => body.plannedStart);
};

/** Drags the selected tasks to Anna's row. */
const dropOnAnna = async (page: Page) => {
  const row = page.getByRole('row', { name: /^anna/ });
  const { y, height } = (await row.boundingBox())!;
  const { x } = (await page.getByRole('columnheader', { name: '09:00' }).boundingBox())!;
  await page.getByRole('option', { name: /^Lock 1/ }).hover();
  await page.mouse.down();
  await page.mouse.move(x + 30, y + height / 2, { steps: 8 });
  await page.mouse.move(x + 5, y + height / 2, { steps: 4 });
  await page.mouse.up();
};

const selectAll = async (page: Page) => {
  await page.getByRole('option', { name: /^Lock 1/ }).click();
  await page.getByRole('option', { name: /^Lock 4/ }).click({ modifiers: ['Shift'] });
  await page.getByText('4 selected').first().waitFor();
};

test('a move’s rejected tasks are listed with reasons, and the other tasks are planned without gaps', async (t) => {
  const portal = await startBoard(t);
  if (!portal) return;
  const { page, service, ids } = portal;
  // Without live updates, this page does not notice when another planner plans two of the tasks.
  await page.route('**/api/v1/changes**', (route) => route.abort());
  await page.reload();
  await selectAll(page);
  const otherPlanner = await service.as('admin');
  const moves = [ids[1], ids[2]].map((id) => ({ id, plannedStart: '2027-03-11T08:00:00.000Z' }));
  assert.equal((await otherPlanner.post('/api/v1/tasks/plan', { moves })).status, 200);

  await dropOnAnna(page);
  const alert = page.getByRole('alert').filter({ hasText: '2 tasks were not moved' });
  await alert.getByText(/“Lock 2”/).waitFor();
  await alert.getByText(/“Lock 3”/).waitFor();
  await page.getByText('2 tasks planned for').waitFor();
  const [firstStart, , , fourthStart] = await readPlannedStarts(service, ids);
  assert.equal(Date.parse(fourthStart) - Date.parse(firstStart), 3_600_000, 'there is no gap');
  await assertAccessibleInBothThemes(page);

  await page.keyboard.press('Control+z');
  await page.getByText('Undone: 2 tasks planned for').waitFor();
  assert.deepEqual(
    (await readPlannedStarts(service, ids)).filter(Boolean).length,
    2,
    'only the tasks that the other planner planned',
  );
  portal.assertNoPageErrors();
});

test('a move that a planner undoes before the server responds is undone after the response', async (t) => {
  const portal = await startBoard(t);
  if (!portal) return;
  const { page, service, ids } = portal;
  await selectAll(page);
  const heldResponses = await holdResponses(page, 'POST', /tasks\/plan$/);
  await dropOnAnna(page);
  await heldResponses.waitUntilHandled();
  assert.equal((await readPlannedStarts(service, ids)).filter(Boolean).length, 4);
  await page.keyboard.press('Control+z');
  await page.getByText('Undoing as soon as the server responds…').waitFor();
  heldResponses.release();
  await page.getByText('Undone: 4 tasks planned for').waitFor();
  assert.deepEqual(await readPlannedStarts(service, ids), [null, null, null, null]);
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'there is nothing to undo');
  portal.assertNoPageErrors();
});
