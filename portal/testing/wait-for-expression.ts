import type { Page } from 'playwright-core';

const TIMEOUT_MS = 30_000;
const INTERVAL_MS = 50;

/**
 * Waits until an expression in the page is truthy, and returns its value. page.waitForFunction is not an option: it
 * polls using eval, which the Content Security Policy forbids.
 */
export const waitForExpression = async <Value>(page: Page, expression: string): Promise<Value> => {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await page.waitForTimeout(INTERVAL_MS)) {
    const value = (await page.evaluate(expression)) as Value;
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not true within ${TIMEOUT_MS / 1_000} s: ${expression}`);
  }
};
