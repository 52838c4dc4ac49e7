import type { Page } from 'playwright-core';

/** The form drafts in the session storage of the page: key and value of each. */
export const readFormDrafts = async (page: Page): Promise<string[]> =>
  (await page.evaluate(
    "Object.entries(sessionStorage).filter(([key]) => key.startsWith('ronda.form.')).map((entry) => entry.join(' '))",
  )) as string[];
