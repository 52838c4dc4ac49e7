import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { drawSignature } from '#inspector/testing/draw-signature.ts';
import { assertUsableOnPhone, openShowcase } from '#inspector/testing/open-showcase.ts';

/** Reads the answers in the device's only inspection. */
const readAnswers = (page: Page) =>
  page.evaluate('device.inspections.toArray().then(([inspection]) => inspection.sets[""].answers)');

test('an inspector answers questions, sees failed and invalid answers, finds missing answers, and completes and reopens the inspection', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  const question = (name: string) => page.getByRole('group', { name });
  const next = page.getByRole('button', { name: 'Next' });

  await page.getByText('Last time: Pass').click();
  await page
    .getByText(/2025, bram/)
    .filter({ visible: true })
    .waitFor();
  await question('Condition of the surface').getByText('Fail', { exact: true }).click();
  await page.getByText('A follow-up task will be created').waitFor();
  await page.getByText('Team: Team Noord').waitFor();

  const height = page.getByRole('textbox', { name: 'Clear height (m)' });
  await height.fill('70');
  await page.getByText('“Clear height (m)” must be at most 60, but is 70.').waitFor();
  await height.fill('3,2');
  await page.getByText('6.4').waitFor();

  await question('Is there water').getByText('Yes').click();
  await page.getByRole('textbox', { name: 'How deep' }).fill('600');
  await page.getByText('Less than 500 mm').waitFor();
  await assertUsableOnPhone(page);

  await next.click();
  await next.click();
  await page.getByRole('button', { name: 'Complete' }).click();
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await overview.getByRole('button', { name: 'Signature: needs an answer' }).waitFor();
  await assertUsableOnPhone(page);
  await overview.getByRole('button', { name: 'How deep (mm): Less than 500 mm' }).click();
  const depth = page.getByRole('textbox', { name: 'How deep' });
  await depth.and(page.locator(':focus')).waitFor();
  await depth.fill('40');

  await next.click();
  await next.click();
  await drawSignature(page, question('Signature'));
  await page.getByText('Nothing missing').waitFor();
  await page.getByRole('button', { name: 'Complete' }).click();
  const summary = page.getByRole('dialog', { name: 'Complete the inspection?' });
  await summary.getByText('2 failed answers').waitFor();
  await summary.getByText('1 follow-up task will be created').waitFor();
  await summary.getByText('1 unsent photo').waitFor();
  await assertUsableOnPhone(page);
  await summary.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('heading', { name: 'Completed' }).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('button', { name: 'Previous' }).click();
  assert.equal(await height.isDisabled(), true);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await height.fill('3.3');
  await height.blur();
  await page.getByText('6.6').waitFor();
  const { Signature, ...answers } = (await readAnswers(page)) as Record<string, unknown>;
  assert.equal(typeof Signature, 'string');
  assert.deepEqual(answers, { Surface: 'fail', Height: 3.3, HasWater: true, Depth: 40 });
  showcase.assertNoPageErrors();
});

test('reopening the app returns the inspector to the same question', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  await page.getByRole('button', { name: 'Next' }).click();
  const companion = page.getByRole('textbox', { name: 'Accompanied by' });
  await companion.pressSequentially('Bram');
  await page.getByText('rust', { exact: true }).click();
  const rust = page.getByRole('checkbox', { name: 'rust' });
  await rust.and(page.locator(':checked')).waitFor();
  await page.getByText('Saved on this device').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Facts' }).waitFor();
  await page.locator('[data-path="Damage"]:focus').waitFor();
  assert.equal(await rust.isChecked(), true);
  assert.equal(await companion.inputValue(), 'Bram');
  showcase.assertNoPageErrors();
});
