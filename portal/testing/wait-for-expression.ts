import type { Page } from 'playwright-core';

const MAX_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 50;

/**
 * Waits until an expression is true in the page, and returns its value. page.waitForFunction evaluates it inside the page
 * from the second look on, which the Content Security Policy of the portal and the app refuses.
 */
export const waitForExpression = async <Value>(page: Page, expression: string): Promise<Value> => {
  for (const deadline = Date.now() + MAX_WAIT_MS; ; await page.waitForTimeout(CHECK_EVERY_MS)) {
    const value = (await page.evaluate(expression)) as Value;
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not true within ${MAX_WAIT_MS / 1_000} s: ${expression}`);
  }
};
