import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

test('an inspector who has signed in once can start a task offline, and the server receives the start later', async (t) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const taskId = await planTask(service, planner, { title: 'Inspect the lock', plannedStart: new Date() });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the lock' }).waitFor();
  await assertAccessibleInBothThemes(phone.page);

  await phone.context.setOffline(true);
  const page = await phone.restart();
  await page.getByText('No connection').waitFor();
  await page.getByRole('link', { name: 'Inspect the lock' }).click();
  await page.getByRole('heading', { name: 'Inspect the lock' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/inspections\//);
  await page.goto(`${service.url}/inspect/sent`);
  await page.getByText('On this device', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);

  await phone.context.setOffline(false);
  await page.getByText('Everything is on the server').waitFor();
  assert.equal((await planner.get(`/api/v1/tasks/${taskId}`)).body.state, 'Active');
  phone.assertNoPageErrors();
});
