import type { Page } from 'playwright-core';
import { blobBytes } from './draw-on.ts';

/** The bytes stored on the device, by picture. */
export const picturesOn = async (page: Page): Promise<Map<string, Buffer>> => {
  await page.evaluate(`(async () => {
    const root = await navigator.storage.getDirectory();
    globalThis.found = {};
    for await (const folder of root.values())
      for await (const file of folder.values()) found[file.name] = await file.getFile();
  })()`);
  const ids = (await page.evaluate('Object.keys(found)')) as string[];
  const pictures = new Map<string, Buffer>();
  for (const id of ids) pictures.set(id, await blobBytes(page, `found['${id}']`));
  return pictures;
};
