import type { Page } from 'playwright-core';

/** Simulates a user returning to the page after a minute, which makes it refetch its data. */
export const bringToFrontLater = async (page: Page): Promise<void> => {
  const now = Number(await page.evaluate('Date.now()'));
  await page.clock.setFixedTime(now + 60_000);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
};
