import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { openShowcase } from '#inspector/testing/open-showcase.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';

type Code = [text: string, format: 'QRCode' | 'Code128'];

/** Renders codes side by side on a grey background. */
const renderScene = async (...codes: Code[]): Promise<Buffer> => {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  const binary = await readFile(wasm);
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(binary).buffer } });
  const barcodes = codes.map(async ([text, format], index) => {
    const { image } = await writeBarcode(text, { format, addQuietZones: true, scale: 4 });
    const input = await sharp(await image!.arrayBuffer())
      .resize(420, 300, { fit: 'contain', background: '#ffffff', kernel: 'nearest' })
      .flatten({ background: '#ffffff' })
      .toBuffer();
    return { input, left: 100 + index * 560, top: 200 };
  });
  return sharp({ create: { width: 1_280, height: 720, channels: 3, background: '#999999' } })
    .composite(await Promise.all(barcodes))
    .jpeg({ quality: 95 })
    .toBuffer();
};

/** Returns the Chromium arguments for a fake camera that shows the given picture. */
const createFakeCamera = async (t: TestContext, picture: Buffer): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-video-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const video = join(folder, 'video.mjpeg');
  await writeFile(video, Buffer.concat(Array.from({ length: 10 }, () => picture)));
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
};

test('a single code is accepted without a tap', async (t) => {
  const showcase = await openShowcase(
    t,
    await createFakeCamera(t, await renderScene(['BRIDGE-0412', 'Code128'])),
  );
  if (!showcase) return;
  const page = await showcase.open('code', { permissions: ['camera'] });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByRole('status').getByText('Code: BRIDGE-0412').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('BRIDGE-0412').waitFor();
  showcase.assertNoPageErrors();
});

test('a user picks one of several codes', async (t) => {
  const twoCodes = await renderScene(['https://example.test/items/7', 'QRCode'], ['LAMP-7', 'QRCode']);
  const showcase = await openShowcase(t, await createFakeCamera(t, twoCodes));
  if (!showcase) return;
  const page = await showcase.open('code', {
    permissions: ['camera'],
    viewport: { width: 320, height: 640 },
  });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('Several codes found. Select one.').waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Scan again' }).click();
  await page.getByText('Several codes found. Select one.').waitFor();
  await page.getByRole('button', { name: 'LAMP-7' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('LAMP-7').waitFor();
  showcase.assertNoPageErrors();
});

test('the camera stops when the dialog closes', async (t) => {
  const showcase = await openShowcase(t, await createFakeCamera(t, await renderScene()));
  if (!showcase) return;
  const page = await showcase.open('code', { permissions: ['camera'] });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('Point the camera at the code.').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.evaluate('globalThis.stream = document.querySelector("video").srcObject');
  await page.getByRole('button', { name: 'Close' }).click();
  await waitForExpression(page, 'stream.getTracks().every(({ readyState }) => readyState === "ended")');
  showcase.assertNoPageErrors();
});

test('a user without a camera or camera permission types the code', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('code', { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page
    .getByRole('alert')
    .getByText(/Typ de code\.|of typ de code\./)
    .waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('textbox', { name: 'Of typ de code' }).fill(' BRIDGE-0412 ');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('BRIDGE-0412', { exact: true }).waitFor();
  showcase.assertNoPageErrors();
});

test('codes in a picture are read and deduplicated', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('code');
  const picture = await renderScene(['LAMP-7', 'QRCode'], ['LAMP-7', 'Code128']);
  assert.deepEqual(await readCodes(page, picture), ['LAMP-7']);
  showcase.assertNoPageErrors();
});

test("the browser's built-in detector is used, unless it supports too few formats", async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('code');
  const picture = await renderScene(['LAMP-7', 'QRCode']);
  await stubBarcodeDetector(page, ['qr_code']);
  assert.deepEqual(await readCodes(page, picture), ['LAMP-7']);
  await page.reload();
  await stubBarcodeDetector(page, ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13']);
  assert.deepEqual(await readCodes(page, picture), ['read by the browser']);
  showcase.assertNoPageErrors();
});

const readCodes = (page: Page, picture: Buffer): Promise<string[]> => {
  const base64 = JSON.stringify(picture.toString('base64'));
  return page.evaluate(
    `detect(new Blob([Uint8Array.from(atob(${base64}), (letter) => letter.charCodeAt(0))]))`,
  );
};

const stubBarcodeDetector = (page: Page, formats: string[]) =>
  page.evaluate(`globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ${JSON.stringify(formats)};
    detect = async () => [{ rawValue: 'read by the browser', format: 'qr_code' }];
  }; undefined`);
