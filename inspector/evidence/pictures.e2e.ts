import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { drawOn, readBlob } from '#inspector/testing/draw-on.ts';
import { openShowcase } from '#inspector/testing/open-showcase.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';

const CANVAS_LABEL = /^Photo with your/;
const EXIF = { IFD2: { DateTimeOriginal: '2026:11:22 09:41:00' } };

/** Creates a picture as a phone held upright stores it: rotated, with a red strip on its left side. */
const createPhoto = async () => {
  const red = await sharp({ create: { width: 300, height: 2_400, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 3_200, height: 2_400, channels: 3, background: '#808080' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif(EXIF)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
};
const createSmallPicture = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
const createScreenshot = () =>
  sharp({ create: { width: 600, height: 800, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();

const selectFiles = async (page: Page, ...files: [name: string, buffer: Buffer][]) =>
  page
    .locator('input[multiple]')
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: toMimeType(name), buffer })));
const toMimeType = (name: string) => (name.endsWith('png') ? 'image/png' : 'image/jpeg');

const readColor = async (jpeg: Buffer, left: number, top: number) => [
  ...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

test('pictures of different types become upright, downscaled JPEGs that keep their capture time', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('threePictures');
  const smallPicture = await createSmallPicture();
  await selectFiles(
    page,
    ['IMG_1.jpg', await createPhoto()],
    ['Screen.png', await createScreenshot()],
    ['old.jpeg', smallPicture],
    ['one-too-many.jpg', smallPicture],
  );
  await page.getByText('3 photos added.').waitFor();
  await page.getByText('1 photo was not added').waitFor();

  const downscaledPicture = await readBlob(page, 'pictures[0].source');
  const { width, height, orientation, exif } = await sharp(downscaledPicture).metadata();
  assert.deepEqual({ width, height, orientation }, { width: 1_536, height: 2_048, orientation: 1 });
  assert.ok(exif?.includes('2026:11:22 09:41:00'));
  const [red = 0, green = 255] = await readColor(downscaledPicture, 768, 20);
  assert.ok(red > 240 && green < 20, 'the left side of the sensor image is at the top');

  const png = await readBlob(page, 'pictures[1].source');
  assert.equal((await sharp(png).metadata()).format, 'jpeg');
  assert.deepEqual(await readColor(png, 5, 5), [255, 255, 255]);
  assert.deepEqual(await readBlob(page, 'pictures[2].source'), smallPicture);
  assert.deepEqual(await page.evaluate('pictures.map(({ name }) => name)'), [
    'IMG_1.jpg',
    'Screen.jpg',
    'old.jpg',
  ]);

  await assertAccessibleInBothThemes(page);
  assert.ok(await page.getByRole('button', { name: 'Take a photo' }).isDisabled());
  showcase.assertNoPageErrors();
});

test('an unreadable picture is reported, and the others are added', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('pictures', { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
  await selectFiles(
    page,
    ['IMG_1.HEIC', Buffer.from('not a picture')],
    ['b.jpg', await createSmallPicture()],
  );
  await page.getByRole('alert').getByText('IMG_1.HEIC kan op dit apparaat niet worden gelezen').waitFor();
  await page.getByText('1 foto toegevoegd.').waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);

  await page.getByRole('button', { name: /^b\.jpg tonen/ }).click();
  await page.getByRole('button', { name: 'Verwijderen' }).click();
  await page.getByRole('list', { name: 'Foto’s' }).waitFor({ state: 'detached' });
  showcase.assertNoPageErrors();
});

test('an inspector browses twenty pictures', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('pictures');
  const picture = await createSmallPicture();
  await selectFiles(
    page,
    ...Array.from({ length: 20 }, (_, index) => [`${index + 1}.jpg`, picture] as [string, Buffer]),
  );
  await page.getByText('20 photos added.').waitFor();
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Show 19.jpg, photo 19 of 20' }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: '20.jpg' }).getByText('Photo 20 of 20').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Next photo' }).isDisabled());
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  showcase.assertNoPageErrors();
});

test('a picture that an inspector draws on keeps its original size', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('pictures', { viewport: { width: 320, height: 640 } });
  await selectFiles(page, ['crack.jpg', await createSmallPicture()]);
  await page.getByRole('button', { name: /^Show crack/ }).click();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const saveButton = page.getByRole('button', { name: 'Save' });
  assert.ok(await saveButton.isDisabled());
  await drawOn(page, CANVAS_LABEL, [
    [0.1, 0.5],
    [0.9, 0.5],
  ]);
  await page.getByRole('button', { name: 'Arrow' }).click();
  await page.getByRole('button', { name: 'Blue' }).click();
  await drawOn(page, CANVAS_LABEL, [
    [0.1, 0.9],
    [0.9, 0.9],
  ]);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text on the photo' }).fill('Crack');
  await page.keyboard.press('Enter');
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);

  await page.getByRole('button', { name: 'Clear all' }).click();
  assert.ok(await saveButton.isDisabled());
  await page.getByRole('button', { name: 'Undo' }).click();
  // Escape does not close the dialog, and Ctrl+Z undoes the text.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await saveButton.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const savedPicture = await readBlob(page, 'pictures[0].source');
  const { width, height, format } = await sharp(savedPicture).metadata();
  assert.deepEqual({ width, height, format }, { width: 800, height: 600, format: 'jpeg' });
  const [red, , blue] = await readColor(savedPicture, 400, 300);
  assert.ok(red! > 150 && blue! < 90, 'a red line through the middle');
  const [halo] = await readColor(savedPicture, 400, 304);
  assert.ok(halo! > 200, 'with a white halo');
  const [arrowRed, , arrowBlue] = await readColor(savedPicture, 400, 540);
  assert.ok(arrowRed! < 90 && arrowBlue! > 150, 'a blue arrow below');
  showcase.assertNoPageErrors();
});
