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

/** A camera image: codes next to each other on a grey wall. */
const scene = async (...codes: Code[]): Promise<Buffer> => {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  const binary = await readFile(wasm);
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(binary).buffer } });
  const drawn = codes.map(async ([text, format], index) => {
    const { image } = await writeBarcode(text, { format, addQuietZones: true, scale: 4 });
    const input = await sharp(await image!.arrayBuffer())
      .resize(420, 300, { fit: 'contain', background: '#ffffff', kernel: 'nearest' })
      .flatten({ background: '#ffffff' })
      .toBuffer();
    return { input, left: 100 + index * 560, top: 200 };
  });
  return sharp({ create: { width: 1_280, height: 720, channels: 3, background: '#999999' } })
    .composite(await Promise.all(drawn))
    .jpeg({ quality: 95 })
    .toBuffer();
};

/**
 * Arguments for a Chromium whose camera shows a picture. Chromium reads films in this format as a sequence of
 * pictures.
 */
const cameraSees = async (t: TestContext, picture: Buffer): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-film-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const film = join(folder, 'film.mjpeg');
  await writeFile(film, Buffer.concat(Array.from({ length: 10 }, () => picture)));
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
};

test('a single code is read without a tap', async (t) => {
  const show = await openShowcase(t, await cameraSees(t, await scene(['BRIDGE-0412', 'Code128'])));
  if (!show) return;
  const page = await show.open('code', { permissions: ['camera'] });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByRole('status').getByText('Code: BRIDGE-0412').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('BRIDGE-0412').waitFor();
  show.assertNoPageErrors();
});

test('of several codes, the user selects one', async (t) => {
  const both = await scene(['https://example.test/items/7', 'QRCode'], ['LAMP-7', 'QRCode']);
  const show = await openShowcase(t, await cameraSees(t, both));
  if (!show) return;
  const page = await show.open('code', { permissions: ['camera'], viewport: { width: 320, height: 640 } });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('Several codes found. Select one.').waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('button', { name: 'Scan again' }).click();
  await page.getByText('Several codes found. Select one.').waitFor();
  await page.getByRole('button', { name: 'LAMP-7' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('LAMP-7').waitFor();
  show.assertNoPageErrors();
});

test('the camera stops when the dialog closes', async (t) => {
  const show = await openShowcase(t, await cameraSees(t, await scene()));
  if (!show) return;
  const page = await show.open('code', { permissions: ['camera'] });
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('Point the camera at the code.').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.evaluate('globalThis.stream = document.querySelector("video").srcObject');
  await page.getByRole('button', { name: 'Close' }).click();
  await waitForExpression(page, 'stream.getTracks().every(({ readyState }) => readyState === "ended")');
  show.assertNoPageErrors();
});

test('without a camera or permission to use it, the user types the code', async (t) => {
  const show = await openShowcase(t);
  if (!show) return;
  const page = await show.open('code', { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
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
  show.assertNoPageErrors();
});

test('codes in a picture are read, and duplicates are removed', async (t) => {
  const show = await openShowcase(t);
  if (!show) return;
  const page = await show.open('code');
  const picture = await scene(['LAMP-7', 'QRCode'], ['LAMP-7', 'Code128']);
  assert.deepEqual(await textsIn(page, picture), ['LAMP-7']);
  show.assertNoPageErrors();
});

test("the browser's own detector is used, unless it supports too few formats", async (t) => {
  const show = await openShowcase(t);
  if (!show) return;
  const page = await show.open('code');
  const picture = await scene(['LAMP-7', 'QRCode']);
  await readsItself(page, ['qr_code']);
  assert.deepEqual(await textsIn(page, picture), ['LAMP-7']);
  await page.reload();
  await readsItself(page, ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13']);
  assert.deepEqual(await textsIn(page, picture), ['read by the browser']);
  show.assertNoPageErrors();
});

const textsIn = async (page: Page, picture: Buffer): Promise<string[]> => {
  const letters = JSON.stringify(picture.toString('base64'));
  const found = await page.evaluate(
    `detect(new Blob([Uint8Array.from(atob(${letters}), (letter) => letter.charCodeAt(0))]))`,
  );
  return (found as { text: string }[]).map(({ text }) => text);
};

const readsItself = (page: Page, formats: string[]) =>
  page.evaluate(`globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ${JSON.stringify(formats)};
    detect = async () => [{ rawValue: 'read by the browser', format: 'qr_code' }];
  }; undefined`);
