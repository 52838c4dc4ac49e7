import type { Page } from 'playwright-core';

/** The form drafts of this tab, a line each. */
export const readFormDrafts = async (page: Page): Promise<string[]> =>
  (await page.evaluate(
    "Object.entries(sessionStorage).filter(([key]) => key.startsWith('ronda.form.')).map((one) => one.join(' '))",
  )) as string[];
