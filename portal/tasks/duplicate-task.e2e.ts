import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { planTask } from '#service/testing/plan-task.ts';

test('a planner duplicates a task, and the copy gets its own external ID', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      id = await planTask(service, await service.as('erp'), {
        title: 'Railing',
        externalId: 'WO-1',
        description: 'Check the bolts',
      });
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/tasks/${id}`);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.waitForURL(/copyOf=/);
  await page.getByLabel('Description').waitFor();
  assert.equal(await page.getByLabel('Description').inputValue(), 'Check the bolts');
  assert.equal(await page.getByLabel('External ID').inputValue(), '');
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Create task' }).click();
  await page.getByText('Task Railing created').waitFor();
  const { body } = await (await service.as('coordinator')).get('/api/v1/tasks?text=Railing');
  const [copy, original] = body.tasks.toSorted((a: { id: string }) => (a.id === id ? 1 : -1));
  assert.equal(original.id, id);
  assert.equal(copy.description, 'Check the bolts');
  assert.notEqual(copy.externalId, 'WO-1');
  portal.assertNoPageErrors();
});
