import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const prepare = async (service: TestService) => {
  const erp = await service.as('erp');
  const plannedStart = new Date().toISOString();
  await planTask(service, erp, { externalId: 'Lock 7', title: 'Lock 7', plannedStart });
  await planTask(service, erp, { externalId: 'Lock 8', title: 'Lock 8' });
  await planTask(service, erp, { externalId: 'Lock 9', title: 'Lock 9', assignedUserName: null });
};

test('the filters of the list carry over to the map and the board, and unsupported filters can be removed', async (t) => {
  const portal = await startPortal(t, { userName: 'coordinator', path: '/portal/roles', prepare });
  if (!portal) return;
  const { page, service } = portal;
  const { anna } = service.organisation.userIds;
  await page.goto(`${service.url}/portal/tasks?state=Assigned&assigneeId=${anna}&text=Lock&sort=-title`);
  await page.getByText('2 tasks', { exact: true }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Map' }).click();
  await page.getByRole('button', { name: 'Status: Assigned' }).waitFor();
  await page.getByRole('button', { name: /^Assignee: anna/ }).waitFor();
  assert.equal(await page.getByLabel('Search tasks').inputValue(), 'Lock');

  await menu.getByRole('link', { name: 'Board' }).click();
  await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Person: anna/ }).waitFor();
  await page.getByRole('row', { name: /^anna/ }).waitFor();
  assert.equal(await page.getByRole('row', { name: /^bram/ }).count(), 0, 'only the people in the filter');
  // Unassigned tasks are still listed, so that they can be planned for anna.
  await page.getByRole('option', { name: /^Lock 9/ }).waitFor();
  const unsupported = page.getByRole('group', { name: 'Filters that this page does not support:' });
  await unsupported.getByText('Status: Assigned').waitFor();
  await assertAccessibleInBothThemes(page);
  await unsupported.getByRole('button', { name: 'Remove filter Status: Assigned' }).click();
  await unsupported.waitFor({ state: 'detached' });

  await menu.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: /^Assignee: anna/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Status: Assigned' }).count(), 0);
  portal.assertNoPageErrors();
});

test('on a phone in Dutch, the board applies the filter by person and lists unsupported filters', async (t) => {
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    userName: 'coordinator',
    path: '/portal/roles',
    prepare,
  });
  if (!portal) return;
  const { page, service } = portal;
  const { anna } = service.organisation.userIds;
  await page.goto(`${service.url}/portal/board?assigneeId=${anna}&due=week&text=Lock`);
  await page.getByText('Lock 7').first().waitFor();
  const unsupported = page.getByRole('group', { name: 'Filters die deze pagina niet ondersteunt:' });
  await unsupported.getByText('Uiterste datum: Binnen een week').waitFor();
  await unsupported.getByText('Taken zoeken: Lock').waitFor();
  await assertWithinWindow(page);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
