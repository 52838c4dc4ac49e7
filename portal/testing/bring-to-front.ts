import type { Page } from 'playwright-core';

/** As if somebody came back to the page after a minute: it reads anew what it shows. */
export const bringToFrontLater = async (page: Page): Promise<void> => {
  const now = Number(await page.evaluate('Date.now()'));
  await page.clock.setFixedTime(now + 60_000);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
};
