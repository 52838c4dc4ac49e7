import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';

test('a reviewer approves several inspections, and sees why one approval was rejected', async (t) => {
  const inspections: StartedInspection[] = [];
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/inspections',
    prepare: async (service) => {
      for (const title of ['Bridge 1', 'Bridge 2', 'Bridge 3']) {
        const inspection = await startNewInspection(service, {
          fields: [{ name: 'Height', type: 'decimal', failWhen: '. < 1' }],
          task: { title, externalId: title },
        });
        await inspection.answer({ Height: title === 'Bridge 2' ? 0.5 : 2 });
        assert.equal((await inspection.complete()).status, 200);
        inspections.push(inspection);
      }
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('checkbox', { name: 'Select Bridge 1' }).check();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByText('3 selected').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 3 inspections' });
  await dialog.getByText('1 inspection has failed answers.').waitFor();
  await assertAccessibleInBothThemes(page);

  const admin = await service.as('admin');
  const response = await admin.post(`/api/v1/inspections/${inspections[2]!.id}/return`, { comment: 'Again' });
  assert.equal(response.status, 200);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog.getByRole('heading', { name: '2 approved' }).waitFor();
  const rejectedSection = dialog.locator('section', { hasText: '1 not approved' });
  await rejectedSection.getByText('Bridge 3').waitFor();
  await rejectedSection.getByText(/Active/).waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const reviewers = await Promise.all(inspections.map(async ({ read }) => (await read()).approvedBy));
  assert.deepEqual(reviewers, ['coordinator', 'coordinator', null]);
  portal.assertNoPageErrors();
});
