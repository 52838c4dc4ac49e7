import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenPortal, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const DAY = '2027-03-09';
const SETTINGS = {
  userName: 'coordinator',
  path: `/portal/board?view=day&date=${DAY}`,
  // Large enough to show the full working day.
  viewport: { width: 1900, height: 900 },
};

type Page = OpenPortal['page'];

// The tasks are created in UTC. The board shows Amsterdam time, which is one hour ahead.
const prepare = async (service: TestService) => {
  const erp = await service.as('erp');
  const add = (title: string, overrides: Record<string, unknown>) =>
    planTask(service, erp, { externalId: title, title, ...overrides });
  await add('Afternoon', { plannedStart: `${DAY}T14:30:00Z`, plannedMinutes: 240 });
  await add('Night', { plannedStart: '2027-03-08T19:00:00Z', plannedMinutes: 600, assignedUserName: 'bram' });
  const otherTeam = { teamName: 'Locks', assignedUserName: 'bram' };
  await add('Elsewhere', { ...otherTeam, plannedStart: `${DAY}T09:00:00Z`, plannedMinutes: 180 });
};

const locateCard = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });

/** Hovers over several parts of the target. Fails if another element covers one of them. */
const hoverOverParts = async (target: ReturnType<Page['getByRole']>) => {
  const { width, height } = (await target.boundingBox())!;
  for (const fraction of [0.05, 0.3, 0.6, 0.95])
    await target.hover({ position: { x: width * fraction, y: height / 2 }, trial: true, timeout: 3_000 });
};

const dragBy = async (page: Page, from: { x: number; y: number }, distancePx: number) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + distancePx, from.y, { steps: 4 });
  await page.mouse.up();
};

const readPlannedStart = async (service: TestService, title: string): Promise<string> => {
  const { body } = await (await service.as('admin')).get(`/api/v1/tasks?text=${title}`);
  return body.tasks[0].plannedStart;
};

test('a long task is visible and can be dragged by any part, even by a part outside working hours', async (t) => {
  const portal = await startPortal(t, { ...SETTINGS, prepare });
  if (!portal) return;
  const { page } = portal;
  const card = locateCard(page, 'Afternoon');
  await hoverOverParts(card);
  await hoverOverParts(page.getByTitle(/^Other team/));
  const background = `getComputedStyle(document.querySelector('[title^="Other team"]')).backgroundColor`;
  assert.notEqual(await page.evaluate(background), 'rgba(0, 0, 0, 0)');
  const { x, y, width, height } = (await card.boundingBox())!;
  const hourPx = width / 4;
  await dragBy(page, { x: x + width - 3, y: y + height / 2 }, hourPx / 2);
  await page.getByText('Duration changed to 4 h 30 min').waitFor();
  await dragBy(page, { x: x + width - 30, y: y + height / 2 }, hourPx);
  await page.getByText('1 task planned for anna').waitFor();
  await locateCard(page, 'Afternoon.*16:30').waitFor();

  // The title stays visible when the start of the task is out of view.
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.getByRole('grid', { name: 'Board' }).hover();
  await page.mouse.wheel(3_000, 0);
  await page.getByRole('columnheader', { name: '23:00' }).waitFor();
  const rowHeader = (await page.getByRole('rowheader', { name: /^anna/ }).boundingBox())!;
  const title = (await card.getByText('Afternoon').boundingBox())!;
  assert.ok(title.x > rowHeader.x + rowHeader.width);

  await page.getByText('Week', { exact: true }).click();
  await hoverOverParts(locateCard(page, 'Night'));
  portal.assertNoPageErrors();
});

test('a task that started the evening before moves and grows by the distance the planner drags it', async (t) => {
  const portal = await startPortal(t, { ...SETTINGS, prepare });
  if (!portal) return;
  const { page, service } = portal;
  const card = locateCard(page, 'Night');
  await card.waitFor();
  await page.getByRole('gridcell', { name: /^bram, 00:00/ }).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await card.boundingBox())!;
  // Six of the task's ten hours fall on this day.
  const hourPx = width / 6;
  await dragBy(page, { x: x + hourPx * 1.5, y: y + height / 2 }, hourPx);
  await page.getByText('1 task planned for bram').waitFor();
  assert.equal(await readPlannedStart(service, 'Night'), '2027-03-08T20:00:00.000Z');

  await dragBy(page, { x: x + width + hourPx - 3, y: y + height / 2 }, hourPx);
  await page.getByText('Duration changed to 11 h').waitFor();

  await card.focus();
  await page.keyboard.press('m');
  await page.getByText('Moving 1 task').waitFor();
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('status')
    .getByText(/^bram, .*8 .*21:15\./)
    .waitFor();
  const responsePromise = page.waitForResponse((response) => response.url().endsWith('/api/v1/tasks/plan'));
  await page.keyboard.press('Enter');
  await locateCard(page, 'Night.*21:15').waitFor();
  await responsePromise;
  assert.equal(await readPlannedStart(service, 'Night'), '2027-03-08T20:15:00.000Z');
  portal.assertNoPageErrors();
});
