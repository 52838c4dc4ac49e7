import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertNoBrokenWords } from '#inspector/testing/assert-no-broken-words.ts';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { drawSignature } from '#inspector/testing/draw-signature.ts';
import { assertUsableOnPhone, openShowcase } from '#inspector/testing/open-showcase.ts';

test('an inspector sees a reviewer’s comments, and resolves a conflict by selecting an answer', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('returned');
  await page.getByText('Returned by pieter').waitFor();
  await page.getByText('Which part of the surface?').waitFor();
  await page.getByText('1 question has a comment.').locator('..').getByRole('button').click();
  await page.locator('[data-path] :focus').waitFor();
  const conflict = page.getByRole('group', { name: 'Conflicting answers' });
  await conflict.getByText('bram on tablet: 4').waitFor();
  await assertUsableOnPhone(page);
  await conflict.getByRole('button', { name: 'Use “4”' }).click();
  await conflict.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('textbox', { name: /^Clear height/ }).inputValue(), '4');
  const [entry] = (await page.evaluate('device.outbox.toArray()')) as { action: { baseRevision: number } }[];
  assert.equal(entry!.action.baseRevision, 9);
  showcase.assertNoPageErrors();
});

test('an inspector adds, collapses, removes and restores entries of a repeat', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  const addButton = page.getByRole('button', { name: 'Add entry: Defect' });
  const defectName = page.getByRole('textbox', { name: 'Description' });
  for (const defect of ['Crack', 'Rust']) {
    await addButton.click();
    // The first question of a new entry has the focus.
    await defectName.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(defect);
  }
  await page.getByRole('group', { name: 'Is it severe?' }).getByText('Yes').click();
  await page.getByRole('button', { name: 'Defect 1 Crack' }).waitFor();
  await page.getByRole('button', { name: 'Defect 2 Failed Rust' }).waitFor();
  await assertUsableOnPhone(page);
  await page.getByRole('button', { name: 'Remove Defect 1' }).click();
  await page.getByText('Defect 1 was removed.').waitFor();
  await page.getByRole('button', { name: 'Defect 1 Failed Rust' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Defect 1 Crack' }).click();
  assert.equal(await defectName.inputValue(), 'Crack');
  showcase.assertNoPageErrors();
});

test('an inspector answers the questions for each item separately, and jumps to a missing answer for one item', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('items');
  const height = page.getByRole('textbox', { name: /^Height/ });
  await page.getByRole('button', { name: /^0 of 2 answered .*1 required answer missing$/ }).waitFor();
  await height.fill('3');
  const status = page.getByRole('button', { name: /^1 of 2 answered/ });
  await status.getByText('Other items: 2 required answers missing').waitFor();
  await page.getByRole('button', { name: 'Next item' }).click();
  await page.getByText('Item 2 of 3').waitFor();
  assert.equal(await height.inputValue(), '');
  await page.getByRole('button', { name: /South abutment/ }).click();
  const items = page.getByRole('dialog', { name: 'Items' });
  await items.getByRole('button', { name: 'North abutment 1 of 2' }).waitFor();
  await assertUsableOnPhone(page);
  await items.getByRole('button', { name: /Deck/ }).click();
  await height.fill('5');
  await status.getByText('Other items: 1 required answer missing').waitFor();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page
    .getByRole('region', { name: 'South abutment' })
    .getByRole('button', { name: 'Height: needs an answer' })
    .click();
  await page.getByText('Item 2 of 3').waitFor();
  await height.and(page.locator(':focus')).waitFor();
  await page.getByText('This question needs an answer.').waitFor();
  showcase.assertNoPageErrors();
});

test('the summary shows how many items are signed', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('signatures');
  await drawSignature(page, page.getByRole('group', { name: 'Signature' }));
  await page.getByRole('button', { name: 'Next item' }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  const summary = page.getByRole('dialog', { name: 'Complete the inspection?' });
  await summary.getByText('1 of 2 signed').waitFor();
  await assertUsableOnPhone(page);
  showcase.assertNoPageErrors();
});

const SMALL_PHONE = {
  viewport: { width: 320, height: 640 },
  colorScheme: 'dark',
  locale: 'nl-NL',
} as const;

/** Opens the form in Dutch on a small phone, with the dark theme and double-size text. */
const openOnSmallPhone = async (t: TestContext) => {
  const showcase = await openShowcase(t);
  if (!showcase) return undefined;
  const page = await showcase.open('every', SMALL_PHONE);
  const enlarge = () => page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  await enlarge();
  return { showcase, page };
};

test('the Dutch form is readable on a small phone with double-size text', async (t) => {
  const smallPhone = await openOnSmallPhone(t);
  if (!smallPhone) return;
  const { showcase, page } = smallPhone;
  await page.getByText('Afgekeurd', { exact: true }).click();
  await page.getByText('Er wordt een vervolgtaak aangemaakt').waitFor();
  await page.getByText('Werkboek: Bridge repair').waitFor();
  await page.getByRole('textbox', { name: 'Doorvaarthoogte' }).fill('70');
  await page.getByText('‘Doorvaarthoogte (m)’ moet maximaal 60 zijn, maar is 70.').waitFor();
  await assertUsableOnPhone(page);
  for (let section = 2; section <= 3; section++) {
    await page.getByRole('button', { name: 'Volgende' }).click();
    await page.getByText(`Sectie ${section} van 3`).waitFor();
    await assertUsableOnPhone(page);
  }
  await page.getByRole('button', { name: 'Voltooien' }).click();
  await page.getByRole('button', { name: 'Handtekening: antwoord ontbreekt' }).waitFor();
  await assertUsableOnPhone(page);
  showcase.assertNoPageErrors();
});

test('no word is broken across lines on a narrow phone, in any language', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  for (const locale of ['en-GB', 'nl-NL', 'de-DE']) {
    const page = await showcase.open('every', { ...SMALL_PHONE, locale });
    for (let section = 0; section < 3; section++) {
      await page.locator('main h2').waitFor();
      await assertNoBrokenWords(page);
      await page.locator('nav button').last().click();
    }
    await page.getByRole('dialog').waitFor();
    await assertNoBrokenWords(page);
  }
  showcase.assertNoPageErrors();
});

test('invalid text survives leaving the section or the app, is never shown as saved, and prevents completion', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  const height = page.getByRole('textbox', { name: 'Clear height (m)' });
  const notSavedMessage = page.getByText('1 invalid answer is not saved');
  const nextButton = page.getByRole('button', { name: 'Next' });
  await height.fill('3,2');
  await page.getByText('Saved on this device').waitFor();
  // Taps Next before the text has been validated.
  await height.fill('70');
  await nextButton.click();
  await page.getByRole('heading', { name: 'Facts' }).waitFor();
  await notSavedMessage.waitFor();
  assert.equal(await page.getByText('Saved on this device').count(), 0);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText('“Clear height (m)” must be at most 60, but is 70.').waitFor();
  assert.equal(await height.inputValue(), '70');
  await assertUsableOnPhone(page);

  await height.fill('3x');
  await page.getByText('Enter a number, such as 3.2.').waitFor();
  await notSavedMessage.waitFor();
  await page.reload();
  await page.getByText('Enter a number, such as 3.2.').waitFor();
  assert.equal(await height.inputValue(), '3x');
  await notSavedMessage.waitFor();

  await nextButton.click();
  await nextButton.click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('button', { name: 'Clear height (m): “3x” is not valid' }).click();
  await height.and(page.locator(':focus')).waitFor();
  await height.fill('3,4');
  await page.getByText('Saved on this device').waitFor();
  await page.reload();
  await page.getByText('Saved on this device').waitFor();
  assert.equal(await height.inputValue(), '3.4');
  showcase.assertNoPageErrors();
});

test('every tap target is at least 44 × 44 pixels', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  const findSmallTargets = () =>
    page.evaluate(`[...document.querySelectorAll('button, label:has(input), input:not([class*=hidden]), textarea')]
      .filter((target) => target.offsetParent && getComputedStyle(target).visibility === 'visible')
      .filter((target) => { const { width, height } = target.getBoundingClientRect(); return width < 44 || height < 44; })
      .map((target) => target.outerHTML)`);
  for (let section = 1; section <= 3; section++) {
    assert.deepEqual(await findSmallTargets(), []);
    if (section < 3) await page.getByRole('button', { name: 'Next' }).click();
  }
});

test('an inspector can answer by keyboard alone, even in a long list of choices', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  await page.getByRole('radio', { name: 'Pass' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('radio', { name: 'Pass' }).and(page.locator(':checked')).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Failed').waitFor();
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Facts' }).and(page.locator(':focus')).waitFor();
  await page
    .getByRole('group', { name: 'Town', exact: true })
    .getByRole('button', { name: 'Select…' })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Search' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('avi');
  const results = page.getByRole('dialog', { name: 'Town' }).getByRole('radio');
  await results.nth(1).waitFor({ state: 'detached' });
  await results.and(page.getByRole('radio', { name: 'Ávila' })).waitFor();
  await assertUsableOnPhone(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page
    .getByRole('group', { name: 'Town', exact: true })
    .getByRole('button', { name: 'Ávila' })
    .waitFor();
  showcase.assertNoPageErrors();
});

test('an inspector comments on an answer with text and a picture, and neither replaces the other', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  await page.getByRole('button', { name: 'Comment on Clear height (m)' }).click();
  await page.keyboard.type('Under the');
  const pictures = page.getByRole('group', { name: 'Photos with the comment on Clear height (m)' });
  await pictures.locator('input[multiple]').setInputFiles(await createPhotoFile('deck.jpg'));
  await pictures.getByRole('listitem').waitFor();
  await page.getByRole('textbox', { name: 'Comment on Clear height (m)' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' deck');
  await page.getByText('Saved on this device').waitFor();
  const comments = await page.evaluate(
    'device.inspections.toArray().then(([inspection]) => inspection.sets[""].comments)',
  );
  const { Height } = comments as { Height: { text: string; pictures: string[] } };
  assert.deepEqual([Height.text, Height.pictures.length], ['Under the deck', 1]);
  showcase.assertNoPageErrors();
});

/** CPU throttling factor, for about the speed of a phone from 2018. */
const SLOWDOWN = 4;

test('answering is responsive on a page with 500 questions', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('many');
  const firstQuestion = page.getByRole('textbox', { name: 'Question 1 required' });
  await firstQuestion.waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(`void (globalThis.blocked = [], new PerformanceObserver((list) =>
    blocked.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' }))`);
  await firstQuestion.pressSequentially('Rust at the second joint of the deck');
  await page.getByText('Saved on this device').waitFor();
  const longTasks = (await page.evaluate('blocked')) as number[];
  t.diagnostic(`long tasks while typing: ${longTasks.map(Math.round).join(', ') || 'none'} ms`);
  await page.getByRole('button', { name: /answered/ }).click();
  await page.getByRole('button', { name: 'Question 481: needs an answer' }).click();
  await page
    .getByRole('textbox', { name: /^Question 481/ })
    .and(page.locator(':focus'))
    .waitFor();
  const renderedCount = await page.evaluate(`document.querySelectorAll('[data-far="false"]').length`);
  assert.ok((renderedCount as number) < 100, `${renderedCount} questions are rendered`);
  showcase.assertNoPageErrors();
});
