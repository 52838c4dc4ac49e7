import type { Page } from 'playwright-core';
import { readBlob } from './draw-on.ts';

/** Reads the bytes of the pictures on the device, by ID. */
export const readStoredPictures = async (page: Page): Promise<Map<string, Buffer>> => {
  await page.evaluate(`(async () => {
    const root = await navigator.storage.getDirectory();
    globalThis.files = {};
    for await (const folder of root.values())
      for await (const file of folder.values()) files[file.name] = await file.getFile();
  })()`);
  const ids = (await page.evaluate('Object.keys(files)')) as string[];
  const pictures = new Map<string, Buffer>();
  for (const id of ids) pictures.set(id, await readBlob(page, `files['${id}']`));
  return pictures;
};
