import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';

test('a reviewer’s unsent comments survive a reload and are removed once sent or discarded', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await startNewInspection(service, {
        fields: [{ name: 'Colour', type: 'text', label: 'Colour' }],
      });
      await inspection.answer({ Colour: 'red' });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const { open } = portal;
  const page = await open(`/portal/inspections/${inspection.id}`);
  const comment = page.getByLabel('Comment on Colour', { exact: true }).and(page.getByRole('textbox'));
  const commentBar = page.getByText('1 comment', { exact: true });
  await page.getByRole('button', { name: 'Comment on Colour' }).click();
  await page.keyboard.type('Which red?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.getByLabel('General comment').fill('Almost done');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await commentBar.waitFor();
  assert.equal(await comment.inputValue(), 'Which red?');
  const listStoredKeys = () =>
    page.evaluate("Object.keys(localStorage).filter((key) => key.includes('review'))");
  assert.equal(((await listStoredKeys()) as string[]).length, 1);

  await page.getByRole('button', { name: 'Discard' }).click();
  await commentBar.waitFor({ state: 'detached' });
  assert.deepEqual(await listStoredKeys(), []);
  await page.keyboard.press('Control+z');
  await commentBar.waitFor();

  // Two tabs show the same reviewer the same comments.
  const otherTab = await page.context().newPage();
  await otherTab.goto(page.url());
  await otherTab.getByRole('button', { name: 'Discard' }).click();
  await commentBar.waitFor({ state: 'detached' });
  await otherTab.keyboard.press('Control+z');
  await commentBar.waitFor();
  assert.equal(await comment.inputValue(), 'Which red?');
  await otherTab.close();

  // Undo also works after the reviewer has left the page and come back.
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Inspections', exact: true }).click();
  await page.getByRole('heading', { name: 'Inspections', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Answers' }).or(page.getByText('Colour')).first().waitFor();
  await page.keyboard.press('Control+z');
  await commentBar.waitFor();

  // When the inspection is completed again, the comments still belong to the completion under review.
  await page.goto('about:blank');
  const coordinator = await portal.service.as('coordinator');
  assert.equal((await coordinator.post(`/api/v1/inspections/${inspection.id}/return`, {})).status, 200);
  await inspection.answer({ Colour: 'dark red' });
  assert.equal((await inspection.complete()).status, 200);
  await page.goto(`${portal.service.url}/portal/inspections/${inspection.id}`);
  await page.getByText('Completed again since you opened it').waitFor();
  await page.getByRole('button', { name: 'View changes' }).click();
  await page.getByRole('row', { name: 'Colour red dark red' }).waitFor();
  await page.keyboard.press('r');
  assert.equal(await page.getByLabel('General comment').inputValue(), 'Almost done');
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  await page.getByText('Returned by coordinator').waitFor();
  assert.deepEqual(await listStoredKeys(), []);
  const [latestReturn] = (await inspection.read()).returns;
  assert.deepEqual(latestReturn.fields, [{ field: 'Colour', comment: 'Which red?' }]);
  portal.assertNoPageErrors();
});
