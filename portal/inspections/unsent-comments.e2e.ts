import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';
import { type Performing, perform } from '#service/testing/perform.ts';

test('what a reviewer has not sent yet is still there after a reload, and gone once it is sent or discarded', async (t) => {
  let inspection: Performing | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await perform(service, { fields: [{ name: 'Colour', type: 'text', label: 'Colour' }] });
      await inspection.answer({ Colour: 'red' });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const { open } = portal;
  const page = await open(`/portal/inspections/${inspection.id}`);
  const comment = page.getByLabel('Comment on Colour', { exact: true }).and(page.getByRole('textbox'));
  const bar = page.getByText('1 comment', { exact: true });
  await page.getByRole('button', { name: 'Comment on Colour' }).click();
  await page.keyboard.type('Which red?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.getByLabel('Comment in general').fill('Nearly there');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await bar.waitFor();
  assert.equal(await comment.inputValue(), 'Which red?');
  const stored = () => page.evaluate("Object.keys(localStorage).filter((key) => key.includes('review'))");
  assert.equal(((await stored()) as string[]).length, 1);

  await page.getByRole('button', { name: 'Discard' }).click();
  await bar.waitFor({ state: 'detached' });
  assert.deepEqual(await stored(), []);
  await page.keyboard.press('Control+z');
  await bar.waitFor();

  // Two tabs of one reviewer say the same.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole('button', { name: 'Discard' }).click();
  await bar.waitFor({ state: 'detached' });
  await tab.keyboard.press('Control+z');
  await bar.waitFor();
  assert.equal(await comment.inputValue(), 'Which red?');
  await tab.close();

  // Also after the page was left and opened again.
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'All inspections' }).click();
  await page.getByRole('heading', { name: 'Inspections', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Answers' }).or(page.getByText('Colour')).first().waitFor();
  await page.keyboard.press('Control+z');
  await bar.waitFor();

  // Completed once more while the reviewer was away: the comments are still about the answer that they knew.
  await page.goto('about:blank');
  const erp = await portal.service.as('coordinator');
  assert.equal((await erp.post(`/api/v1/inspections/${inspection.id}/return`, {})).status, 200);
  await inspection.answer({ Colour: 'dark red' });
  assert.equal((await inspection.complete()).status, 200);
  await page.goto(`${portal.service.url}/portal/inspections/${inspection.id}`);
  await page.getByText('Completed again while you looked').waitFor();
  await page.getByRole('button', { name: 'See what changed' }).click();
  await page.getByRole('row', { name: 'Colour red dark red' }).waitFor();
  await page.keyboard.press('r');
  assert.equal(await page.getByLabel('Comment in general').inputValue(), 'Nearly there');
  await page.getByRole('button', { name: 'Send back' }).click();
  await page.getByText('Returned by coordinator').waitFor();
  assert.deepEqual(await stored(), []);
  const [returned] = (await inspection.read()).returns;
  assert.deepEqual(returned.fields, [{ field: 'Colour', comment: 'Which red?' }]);
  portal.assertQuiet();
});
