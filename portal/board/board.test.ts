import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '#kit/date-time-format.ts';
import { assertAccessibleInBothThemes, type OpenPortal, startPortal } from '#portal/testing/open-portal.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const WEEK_PATH = '/portal/board?date=2027-03-10';
const TASK_COUNT = 50;

type Page = OpenPortal['page'];

/** Formats a day as the board does: with the year, unless it is the current year. */
const formatBoardDay = (date: number) => formatDay(new Date(2027, 2, date), 'en');
const formatTitle = (number: number) => `Task ${String(number).padStart(2, '0')}`;

const addTasks = async (service: TestService, count: number) => {
  const erp = await service.as('erp');
  for (let number = 1; number <= count; number += 1)
    await planTask(service, erp, {
      externalId: `WO-${number}`,
      title: formatTitle(number),
      assignedUserName: null,
      plannedStart: null,
    });
};

const locateCell = (page: Page, userName: string, date: number) =>
  page.getByRole('gridcell', { name: `${userName}, ${formatBoardDay(date)}` });

const dragTo = async (
  page: Page,
  source: ReturnType<Page['getByRole']>,
  target: ReturnType<Page['getByRole']>,
) => {
  // The target's row may be out of view.
  await target.scrollIntoViewIfNeeded();
  const [from, to] = [(await source.boundingBox())!, (await target.boundingBox())!];
  await page.mouse.move(from.x + 30, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 30, { steps: 4 });
  await page.mouse.up();
};

const readPlan = async (service: TestService) => {
  const planner = await service.as('coordinator');
  const { body } = await planner.get('/api/v1/board?from=2027-03-08&to=2027-03-14&timeZone=Europe/Amsterdam');
  const names = new Map(
    body.people.map(({ id, userName }: { id: number; userName: string }) => [id, userName]),
  );
  return (body.tasks as { assigneeId: number; title: string; plannedStart: string; minutes: number }[]).map(
    ({ assigneeId, ...task }) => ({
      ...task,
      userName: names.get(assigneeId) ?? null,
    }),
  );
};

test('a planner assigns fifty tasks to three people in nine actions and undoes the last one', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: `${WEEK_PATH}&sort=title`,
    prepare: async (service) => {
      await addPerson(service.database.db, service.organisation, {
        userName: 'cees',
        role: 'Inspector',
        memberOf: { Inspectors: ['Bridges'] },
      });
      await addTasks(service, TASK_COUNT);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const list = page.getByRole('listbox', { name: 'To plan' });
  let actions = 0;
  const countAction = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  for (const [userName, first, last] of [
    ['anna', 1, 17],
    ['bram', 18, 34],
    ['cees', 35, 50],
  ] as const) {
    const option = (number: number) => list.getByRole('option', { name: formatTitle(number) });
    await option(first).scrollIntoViewIfNeeded();
    await countAction(option(first).click());
    for (let number = first; number < last; number += 4) await option(number).hover();
    await countAction(option(last).click({ modifiers: ['Shift'] }));
    await countAction(dragTo(page, option(last), locateCell(page, userName, 9)));
    await page.getByText(`${last - first + 1} tasks planned for ${userName}, ${formatBoardDay(9)}`).waitFor();
  }
  assert.equal(actions, 9);
  await page.getByText('All tasks are planned').waitFor();
  const plan = await readPlan(service);
  assert.deepEqual(
    ['anna', 'bram', 'cees'].map((userName) => plan.filter((task) => task.userName === userName).length),
    [17, 17, 16],
  );
  await page.keyboard.press('Control+z');
  await list.getByRole('option', { name: 'Task 35' }).waitFor();
  assert.equal((await readPlan(service)).length, 34);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a planner moves, assigns and unplans tasks by keyboard, and screen readers announce the target', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: WEEK_PATH,
    prepare: (service) => addTasks(service, 2),
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('option', { name: 'Task 01' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  await page.getByText('Moving 1 task').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('status')
    .getByText(`anna, ${formatBoardDay(9)}. 0 min of 8 h planned`)
    .waitFor();
  await page.keyboard.press('Enter');
  const card = page.getByRole('button', { name: /^Task 01.*09:00/ });
  await card.waitFor();
  await page.locator('button:focus', { hasText: 'Task 01' }).waitFor();

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page
    .getByRole('status')
    .getByText(`bram, ${formatBoardDay(9)}`)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.getByLabel('Assign to').first().fill('bram');
  await page.getByRole('radio', { name: 'bram' }).check();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('1 task assigned to bram').waitFor();
  assert.equal((await readPlan(service))[0]?.userName, 'bram');

  await page.getByRole('button', { name: /^Task 01.*09:00/ }).focus();
  await page.keyboard.press('u');
  await page.getByRole('option', { name: 'Task 01' }).waitFor();
  assert.deepEqual(await readPlan(service), []);
  await page.keyboard.press(']');
  await page.waitForURL(/date=2027-03-17/);
  portal.assertNoPageErrors();
});

test('after a conflict, the planner sees who changed the task first, and the task’s current plan', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: WEEK_PATH,
    prepare: async (service) =>
      planTask(service, await service.as('erp'), {
        title: 'Lock 7',
        assignedUserName: 'anna',
        plannedStart: '2027-03-08T08:00:00Z',
      }),
  });
  if (!portal) return;
  const { page, service } = portal;
  const card = page.getByRole('button', { name: /^Lock 7/ });
  await card.waitFor();
  // Another planner moves the task just before this page's request arrives.
  await page.route('**/api/v1/tasks/plan', async (route) => {
    const admin = await service.as('admin');
    const [task] = (await admin.get('/api/v1/tasks?text=Lock')).body.tasks;
    const response = await admin.post('/api/v1/tasks/plan', {
      moves: [
        {
          id: task.id,
          assigneeId: service.organisation.userIds.bram,
          plannedStart: '2027-03-09T09:00:00Z',
        },
      ],
    });
    assert.equal(response.body.rejected.length, 0);
    await route.continue();
  });
  await dragTo(page, card, locateCell(page, 'anna', 11));
  await page.getByText('1 task was not moved').waitFor();
  await page
    .getByText(`admin changed “Lock 7” first. Planned: ${formatBoardDay(9)}, 10:00. Assignee: bram.`)
    .waitFor();
  await locateCell(page, 'bram', 9)
    .getByRole('button', { name: /^Lock 7.*10:00/ })
    .waitFor();
  portal.assertNoPageErrors();
});
