import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Reads the QR code in a screenshot of an element. */
export const readQrCode = async (element: Locator): Promise<string> => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const codes = await readBarcodes(new Blob([new Uint8Array(await element.screenshot())]));
  assert.equal(codes.length, 1);
  return codes[0]!.text;
};
