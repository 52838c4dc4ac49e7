import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';

const FIELDS: Field[] = [
  { name: 'Colour', type: 'text', label: 'Colour of the railing' },
  {
    name: 'Structure',
    type: 'section',
    label: 'Structure',
    fields: [{ name: 'Height', type: 'decimal', label: 'Height in metres', failWhen: '. < 1' }],
  },
];

test('a reviewer sees failed answers first, returns the inspection with a comment, and approves the correction', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/inspections',
    prepare: async (service) => {
      inspection = await startNewInspection(service, { fields: FIELDS });
      await inspection.answer({ Colour: 'red', Height: 0.8 });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const { page } = portal;
  await page.getByText('1 failed').waitFor();
  await page.waitForURL(/approved=/);
  await assertAccessibleInBothThemes(page);
  await page.getByRole('row', { name: /WO-1/ }).getByRole('link').click();

  await page.getByRole('heading', { name: 'Failed answers' }).waitFor();
  const height = page.getByRole('article', { name: 'Height in metres' });
  await height.getByText('0.8').waitFor();
  await page.getByText('Live').waitFor();
  await assertAccessibleInBothThemes(page);

  // Comment on the first question and return the inspection by keyboard.
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.type('Measure it at the posts');
  await page.getByText('1 comment', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Measure it at the posts').waitFor();
  await dialog.getByLabel('General comment').fill('Almost done');
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await page.getByText('Returned by coordinator').waitFor();
  const [latestReturn] = (await inspection.read()).returns;
  assert.equal(latestReturn.comment, 'Almost done');
  assert.deepEqual(latestReturn.fields, [{ field: 'Height', comment: 'Measure it at the posts' }]);

  await inspection.answer({ Height: 1.1 });
  assert.equal((await inspection.complete()).status, 200);
  await page.getByText('Completed again since you opened it').waitFor();
  await page.getByRole('button', { name: 'View changes' }).click();
  await page.getByRole('row', { name: 'Height in metres 0.8 1.1' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('v');
  const approveDialog = page.getByRole('dialog', { name: 'Approve' });
  await approveDialog.getByText(/To undo an approval/).waitFor();
  await assertAccessibleInBothThemes(page);
  // Shortcuts have no effect while a dialog is open.
  for (const key of ['g', 'o', 'r']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await approveDialog.waitFor({ state: 'hidden' });
  assert.match(page.url(), /inspections/);
  assert.equal((await inspection.read()).approvedBy, null);
  await page.keyboard.press('v');
  await approveDialog.getByRole('button', { name: 'Approve' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Approved. To undo this').waitFor();
  assert.equal((await inspection.read()).approvedBy, 'coordinator');
  portal.assertNoPageErrors();
});
