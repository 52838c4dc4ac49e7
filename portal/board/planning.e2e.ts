import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const DAY = '2027-03-09';

const prepare = async (service: TestService) => {
  const erp = await service.as('erp');
  const add = (title: string, overrides: Record<string, unknown>) =>
    planTask(service, erp, { externalId: title, title, ...overrides });
  await add('Lock 7', { plannedStart: `${DAY}T08:00:00Z` });
  await add('Lock 8', { plannedStart: `${DAY}T10:00:00Z`, dueDate: `${DAY}T10:30:00Z` });
  await add('Lock 9', { assignedUserName: null });
  await add('Lock 10', { plannedStart: '2027-03-10T08:00:00Z' });
  await add('Lock 11', { plannedStart: '2027-03-10T09:00:00Z' });
  const otherTeam = { teamName: 'Locks', assignedUserName: 'bram', plannedMinutes: 120 };
  await add('Elsewhere', { ...otherTeam, plannedStart: `${DAY}T09:00:00Z` });
};

test('in the day view, a planner resizes a task by its edge and by keyboard, and selects tasks with a lasso', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?view=day&date=${DAY}`,
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const card = page.getByRole('button', { name: /^Lock 7/ });
  const { x, y, width, height } = (await card.boundingBox())!;
  await page.mouse.move(x + width - 3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width + 39, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await page.getByText('Duration changed to 1 h 30 min').waitFor();
  await card.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('Duration changed to 1 h 45 min').waitFor();
  await page.getByRole('button', { name: /^Lock 8.*Planned after the due date/ }).waitFor();
  // Bram also has a task for a team that this planner cannot see.
  await page.getByText('Other team', { exact: true }).waitFor();
  await page.getByRole('row', { name: /bram.*2 h of 8 h/ }).waitFor();
  assert.equal(await page.getByText('Elsewhere').count(), 0);

  await page.mouse.move(x - 20, y - 3);
  await page.mouse.down();
  await page.mouse.move(x + 400, y + height, { steps: 4 });
  await page.mouse.up();
  await page.getByText('2 selected').first().waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a planner previews a plan for several tasks, then discards or accepts it', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const openPreview = async () => {
    await page.getByRole('option', { name: /^Lock 9/ }).click();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Preview: 1 task').waitFor();
  };
  const previewCard = page.getByRole('button', { name: /^Lock 9.*Suggested/ });
  await openPreview();
  await previewCard.waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await previewCard.waitFor({ state: 'detached' });
  await openPreview();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('1 task planned as suggested').waitFor();
  await page.getByText('All tasks are planned').waitFor();
  portal.assertNoPageErrors();
});

test('after a planner plans the first tasks in the list, the next ones are visible', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    prepare: async (service) => {
      const erp = await service.as('erp');
      for (let number = 1; number <= 40; number++)
        await planTask(service, erp, {
          externalId: `WO-${number}`,
          title: `Lock ${number}`,
          dueDate: new Date(Date.UTC(2027, 3, number)),
        });
    },
  });
  if (!portal) return;
  const { page } = portal;
  const locateTask = (number: number) => page.getByRole('option', { name: new RegExp(`^Lock ${number}\\b`) });
  await locateTask(1).click();
  for (let number = 2; number <= 30; number++) {
    await page.keyboard.press('Shift+ArrowDown');
    await locateTask(number).and(page.locator(':focus')).waitFor();
  }
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await locateTask(30).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('listbox').evaluate((list: { scrollTop: number }) => list.scrollTop), 0);
  await locateTask(31).click();
  portal.assertNoPageErrors();
});

test('moving a task during a preview removes it from the preview', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?view=day&date=${DAY}`,
    viewport: { width: 1900, height: 900 },
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('option', { name: /^Lock 9/ }).click();
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('textbox', { name: 'From' }).fill(DAY);
  await page.getByRole('dialog').getByRole('textbox', { name: 'To' }).fill(DAY);
  await page.getByRole('button', { name: 'Preview' }).click();
  const previewCard = page.getByRole('button', { name: /^Lock 9.*Suggested/ });
  const { x, y, height, width } = (await previewCard.boundingBox())!;
  await page.mouse.move(x + 20, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 20 + 4 * width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await page.getByText('1 task planned for').waitFor();
  await previewCard.waitFor({ state: 'detached' });
  await page
    .getByRole('grid')
    .getByRole('button', { name: /^Lock 9/ })
    .waitFor();
  assert.equal(await page.getByText('Preview:').count(), 0);
  portal.assertNoPageErrors();
});

test('closing the dialog before the suggestions arrive cancels the preview', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const suggestionsGate = Promise.withResolvers<void>();
  await page.route('**/api/v1/suggestions', async (route) => {
    await suggestionsGate.promise;
    await route.continue();
  });
  await page.getByRole('option', { name: /^Lock 9/ }).click();
  await page.keyboard.press('s');
  const requestPromise = page.waitForRequest('**/api/v1/suggestions');
  await page.getByRole('button', { name: 'Preview' }).click();
  await requestPromise;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const responsePromise = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/suggestions'),
  );
  suggestionsGate.resolve();
  await responsePromise;
  // Two frames are enough to render the response.
  for (let frame = 0; frame < 2; frame += 1)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  assert.equal(await page.getByText('Preview: 1 task').count(), 0);
  portal.assertNoPageErrors();
});

test('on a phone in Dutch, one person’s day is a list, and a planner moves tasks with a menu', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    viewport: { width: 390, height: 844 },
    locale: 'nl-NL',
    prepare,
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('heading', { name: 'Planbord' }).waitFor();
  await page.goto(`${service.url}/portal/board?date=${DAY}&person=${service.organisation.userIds.anna}`);
  await page.getByRole('button', { name: 'Acties voor Lock 7' }).click();
  await page.getByRole('menuitem', { name: 'Verplaatsen' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Datum' }).fill('2027-03-10');
  await page.getByRole('button', { name: 'Plannen' }).click();
  await page.getByText(/^1 taak gepland voor anna/).waitFor();
  await page.getByRole('button', { name: 'Acties voor Lock 7' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'Acties voor Lock 8' }).count(), 1);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('on a phone, a task moved to another day gets the first free slot', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    viewport: { width: 390, height: 844 },
    prepare,
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/board?date=2027-03-10&person=${service.organisation.userIds.anna}`);
  const moveToDay = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Date' }).fill(DAY);
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  // Lock 7 and Lock 8 start at nine and eleven, Amsterdam time.
  await moveToDay('Lock 10');
  await moveToDay('Lock 11');
  await page.getByText('1 task planned for anna').nth(1).waitFor();
  const { body } = await (await service.as('admin')).get('/api/v1/tasks?text=Lock&sort=plannedStart');
  assert.deepEqual(
    body.tasks.flatMap(({ title, plannedStart }: { title: string; plannedStart: string | null }) =>
      plannedStart === null ? [] : [[title, plannedStart.slice(0, 16)]],
    ),
    [
      ['Lock 7', `${DAY}T08:00`],
      ['Lock 10', `${DAY}T09:00`],
      ['Lock 8', `${DAY}T10:00`],
      ['Lock 11', `${DAY}T11:00`],
    ],
  );
  portal.assertNoPageErrors();
});

test('a planner sees working days, shows the weekend, opens the legend, and sees today on a weekend', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/board?date=2027-03-14',
    viewport: { width: 1440, height: 900 },
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  const days = page.getByRole('columnheader', { name: / Mar/ });
  await days.first().waitFor();
  assert.equal(await days.count(), 5);
  await page.getByRole('switch', { name: 'Weekend' }).click();
  await page.getByRole('columnheader', { name: /Sun/ }).waitFor();
  // On a Sunday, the board shows Monday without scrolling.
  const board = page.getByRole('grid', { name: 'Board' });
  assert.equal(await board.evaluate((grid: { scrollLeft: number }) => grid.scrollLeft), 0);
  await page.getByRole('columnheader', { name: /Mon/ }).waitFor();
  await page.getByRole('button', { name: 'Legend' }).click();
  await page.getByRole('dialog', { name: 'Legend' }).getByText('Outside working hours').waitFor();
  await assertAccessibleInBothThemes(page);

  await page.clock.setFixedTime('2027-03-13T11:00:00Z');
  await page.goto(`${portal.service.url}/portal/board`);
  const today = page.getByRole('columnheader', { name: /Sat/ });
  await today.and(page.locator('[aria-current=date]')).waitFor();
  assert.equal(await days.count(), 6);
  portal.assertNoPageErrors();
});

test('on a phone, the board shows the first person who has tasks on that day', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `/portal/board?date=${DAY}`,
    viewport: { width: 390, height: 844 },
    prepare,
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: 'Actions for Lock 7' }).click();
  await page.getByRole('menuitem', { name: 'Assign' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'bram' }).check();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('1 task assigned to bram').waitFor();
  portal.assertNoPageErrors();
});
