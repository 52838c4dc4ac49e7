import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { drawOn, readBlob } from '#inspector/testing/draw-on.ts';
import { drawSignature } from '#inspector/testing/draw-signature.ts';
import { assertUsableOnPhone, openShowcase } from '#inspector/testing/open-showcase.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';

type Answers = { Overview: string[]; Signature: string; Drawing: string; Tag: string; Place: object };
const readAnswers = (page: Page) =>
  page.evaluate(
    'device.inspections.toArray().then(([inspection]) => inspection.sets[""].answers)',
  ) as Promise<Answers>;
const listPendingPictures = (page: Page) =>
  page.evaluate(`device.outbox.filter(({ action }) => action.kind === 'attach').toArray()
    .then((entries) => entries.map(({ action }) => action.pictureId))`) as Promise<string[]>;

const goToEvidence = async (page: Page) => {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  return (name: string) => page.getByRole('group', { name });
};

test('an inspector draws on a picture, removes another one and undoes the removal, and only the pictures in the answer are sent', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  const overview = (await goToEvidence(page))('Overview');
  await overview
    .locator('input[multiple]')
    .setInputFiles([
      await createPhotoFile('north.jpg'),
      await createPhotoFile('south.jpg'),
      await createPhotoFile('east.jpg'),
    ]);
  await overview.getByText('3 photos added.').waitFor();
  assert.equal(await overview.getByRole('button', { name: 'Take a photo' }).isDisabled(), true);
  const [north, south, east] = (await readAnswers(page)).Overview;
  await assertUsableOnPhone(page);

  await overview.getByRole('button', { name: /photo 1 of 3/ }).click();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await drawOn(page, /^Photo with your/, [
    [0.2, 0.5],
    [0.8, 0.5],
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [annotatedId, ...otherIds] = (await readAnswers(page)).Overview;
  assert.notEqual(annotatedId, north);
  assert.deepEqual(otherIds, [south, east]);
  await page.evaluate(
    `files.read('${annotatedId}').then((bytes) => void Object.assign(globalThis, { annotated: bytes }))`,
  );
  const middle = { left: 400, top: 300, width: 1, height: 1 };
  const [red, green] = await sharp(await readBlob(page, 'annotated'))
    .extract(middle)
    .raw()
    .toBuffer();
  assert.ok(red! > 180 && green! < 100, `${red} ${green}`);

  await overview.getByRole('button', { name: /photo 2 of 3/ }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await overview.getByText('The photo was removed.').waitFor();
  await assertUsableOnPhone(page);
  assert.deepEqual((await readAnswers(page)).Overview, [annotatedId, east]);
  assert.deepEqual(await listPendingPictures(page), [east, annotatedId]);
  await overview.getByRole('button', { name: 'Undo' }).click();
  await overview.getByRole('button', { name: /photo 3 of 3/ }).waitFor();
  assert.deepEqual((await readAnswers(page)).Overview, [annotatedId, south, east]);
  assert.deepEqual((await listPendingPictures(page)).sort(), [annotatedId, south, east].sort());
  showcase.assertNoPageErrors();
});

test('an inspector adds, replaces and removes a signature, a file, a code and a location', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('every');
  const question = await goToEvidence(page);
  await drawSignature(page, question('Signature'));
  const { Signature: firstSignature } = await readAnswers(page);
  await drawSignature(page, question('Signature'));
  await waitForExpression(
    page,
    `device.outbox.filter(({ action }) => action.kind === 'attach').toArray().then(([{ action }]) => action.pictureId !== '${firstSignature}')`,
  );
  const { Signature: secondSignature } = await readAnswers(page);
  assert.deepEqual(await listPendingPictures(page), [secondSignature]);

  const drawing = question('Drawing');
  const file = { name: 'Brücke 7.dwg', mimeType: '', buffer: Buffer.from('drawing') };
  await drawing.locator('input').setInputFiles(file);
  await drawing.getByText('Brücke 7.dwg').waitFor();

  await question('Code on the plate').getByRole('button', { name: 'Scan code' }).click();
  await page.getByRole('textbox', { name: 'Or type the code' }).fill('NL-0412');
  await page.getByRole('button', { name: 'Use code' }).click();
  const code = page.getByRole('textbox', { name: 'Code on the plate' });
  await code.and(page.locator('[value="NL-0412"]')).waitFor();

  const location = question('Your location');
  await location.getByRole('textbox').fill('52.37, 4.89');
  await location.getByRole('button', { name: 'Use coordinates' }).click();
  await location.getByText('52.37000, 4.89000').waitFor();
  await assertUsableOnPhone(page);
  const { Place, Tag } = await readAnswers(page);
  assert.deepEqual([Place, Tag], [{ latitude: 52.37, longitude: 4.89 }, 'NL-0412']);

  await drawing.getByRole('button', { name: 'Remove' }).click();
  await drawing.getByText('Brücke 7.dwg').waitFor({ state: 'detached' });
  await question('Signature').getByRole('button', { name: 'Remove' }).click();
  await question('Signature').getByRole('img').waitFor({ state: 'detached' });
  assert.deepEqual(await listPendingPictures(page), []);
  showcase.assertNoPageErrors();
});
