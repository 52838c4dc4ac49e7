import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawOn, keptBytes } from '#inspector/testing/draw-on.ts';
import { openShowcase } from '#inspector/testing/open-showcase.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';

const PAPER = /^Sign here with your finger/;

/** Where there is ink, in parts of the paper. */
const inkIn = async (png: Buffer) => {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const columns = [...data].flatMap((grey, index) => (grey < 128 ? [(index % info.width) / info.width] : []));
  return { from: Math.min(...columns), to: Math.max(...columns), isAny: columns.length > 0 };
};

test('somebody signs, turns the phone, signs on, and the whole signature is kept on white', async (t) => {
  const show = await openShowcase(t);
  if (!show) return;
  const page = await show.open('signature', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const keep = page.getByRole('button', { name: 'Keep' });
  assert.ok(await keep.isDisabled());
  await drawOn(page, PAPER, [
    [0.1, 0.2],
    [0.2, 0.8],
    [0.3, 0.2],
  ]);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('img', { name: PAPER }).scrollIntoViewIfNeeded();
  await drawOn(page, PAPER, [
    [0.6, 0.2],
    [0.8, 0.8],
  ]);
  await page.setViewportSize({ width: 320, height: 640 });
  await assertWithinWindow(page);
  await assertAccessibleInBothThemes(page);
  await keep.click();
  await page.getByRole('button', { name: /^Show signature/ }).waitFor();
  const png = await keptBytes(page, 'signature');
  const { width, height, format } = await sharp(png).metadata();
  assert.deepEqual({ width, height, format }, { width: 1_200, height: 480, format: 'png' });
  const ink = await inkIn(png);
  assert.ok(Math.abs(ink.from - 0.1) < 0.03 && Math.abs(ink.to - 0.8) < 0.03, JSON.stringify(ink));
  const [corner] = await sharp(png).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer();
  assert.equal(corner, 255);

  await page.getByRole('button', { name: 'Undo' }).click();
  await keep.click();
  await page.waitForFunction(`signature.size !== ${png.length}`);
  assert.ok((await inkIn(await keptBytes(page, 'signature'))).to < 0.4);
  await page.getByRole('button', { name: 'Clear all' }).click();
  assert.ok(await keep.isDisabled());
  show.assertQuiet();
});

test('who cannot draw types a name, which becomes the signature', async (t) => {
  const show = await openShowcase(t);
  if (!show) return;
  const page = await show.open('signature', { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
  await page.getByRole('button', { name: 'Liever uw naam typen' }).click();
  const name = page.getByRole('textbox', { name: 'Uw naam' });
  await name.fill('   ');
  assert.ok(await page.getByRole('button', { name: 'Bewaren' }).isDisabled());
  await name.fill('Anna Wilhelmina de Vries-van den Berg en nog veel langer');
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Bewaren' }).click();
  await page.getByRole('button', { name: /^signature\.png tonen/ }).waitFor();
  const ink = await inkIn(await keptBytes(page, 'signature'));
  assert.ok(ink.isAny && ink.from > 0.02 && ink.to < 0.98, JSON.stringify(ink));
  show.assertQuiet();
});
