import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawOn, readBlob } from '#inspector/testing/draw-on.ts';
import { openShowcase } from '#inspector/testing/open-showcase.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';

const PAPER_LABEL = /^Sign here with your finger/;

/** Finds the horizontal extent of the ink, as fractions of the width. */
const findInkExtent = async (png: Buffer) => {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const columns = [...data].flatMap((grey, index) => (grey < 128 ? [(index % info.width) / info.width] : []));
  return { from: Math.min(...columns), to: Math.max(...columns), hasInk: columns.length > 0 };
};

test('a signature survives rotating the phone mid-way, and is saved complete on a white background', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('signature', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  const saveButton = page.getByRole('button', { name: 'Save' });
  assert.ok(await saveButton.isDisabled());
  await drawOn(page, PAPER_LABEL, [
    [0.1, 0.2],
    [0.2, 0.8],
    [0.3, 0.2],
  ]);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('img', { name: PAPER_LABEL }).scrollIntoViewIfNeeded();
  await drawOn(page, PAPER_LABEL, [
    [0.6, 0.2],
    [0.8, 0.8],
  ]);
  await page.setViewportSize({ width: 320, height: 640 });
  await assertWithinWindow(page);
  await assertAccessibleInBothThemes(page);
  await saveButton.click();
  await page.getByRole('button', { name: /^Show signature/ }).waitFor();
  const png = await readBlob(page, 'signature');
  const { width, height, format } = await sharp(png).metadata();
  assert.deepEqual({ width, height, format }, { width: 1_200, height: 480, format: 'png' });
  const ink = await findInkExtent(png);
  assert.ok(Math.abs(ink.from - 0.1) < 0.03 && Math.abs(ink.to - 0.8) < 0.03, JSON.stringify(ink));
  const [corner] = await sharp(png).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer();
  assert.equal(corner, 255);

  await page.getByRole('button', { name: 'Undo' }).click();
  await saveButton.click();
  await waitForExpression(page, `signature.size !== ${png.length}`);
  assert.ok((await findInkExtent(await readBlob(page, 'signature'))).to < 0.4);
  await page.getByRole('button', { name: 'Clear all' }).click();
  assert.ok(await saveButton.isDisabled());
  showcase.assertNoPageErrors();
});

test('an inspector types a name as a signature', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('signature', { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
  await page.getByRole('button', { name: 'Naam typen in plaats van tekenen' }).click();
  const name = page.getByRole('textbox', { name: 'Uw naam' });
  await name.fill('   ');
  assert.ok(await page.getByRole('button', { name: 'Opslaan' }).isDisabled());
  await name.fill('Anna Wilhelmina de Vries-van den Berg en nog veel langer');
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByRole('button', { name: /^signature\.png tonen/ }).waitFor();
  const ink = await findInkExtent(await readBlob(page, 'signature'));
  assert.ok(ink.hasInk && ink.from > 0.02 && ink.to < 0.98, JSON.stringify(ink));
  showcase.assertNoPageErrors();
});
