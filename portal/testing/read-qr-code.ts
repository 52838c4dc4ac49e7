import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Reads the only QR code in an element, like a camera. */
export const readQrCode = async (shown: Locator): Promise<string> => {
  const program = await readFile(
    createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
  );
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });
  const codes = await readBarcodes(new Blob([new Uint8Array(await shown.screenshot())]));
  assert.equal(codes.length, 1);
  return codes[0]!.text;
};
