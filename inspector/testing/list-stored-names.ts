import type { Page } from 'playwright-core';

/** Lists the names of people's databases and folders on the device, such as `ronda-default-4`. */
export const listStoredNames = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const root = await navigator.storage.getDirectory();
    const folders = await Array.fromAsync(root.keys());
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return [...new Set([...folders, ...databases])].filter((name) => name.startsWith('ronda-'));
  })()`) as Promise<string[]>;
