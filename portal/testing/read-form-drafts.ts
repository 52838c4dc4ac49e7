import type { Page } from 'playwright-core';

/** Returns the form drafts in the page's session storage, each with its key and value. */
export const readFormDrafts = async (page: Page): Promise<string[]> =>
  (await page.evaluate(
    "Object.entries(sessionStorage).filter(([key]) => key.startsWith('ronda.form.')).map((entry) => entry.join(' '))",
  )) as string[];
