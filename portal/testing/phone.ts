import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** A phone of somebody who reads Dutch. */
export const DUTCH_PHONE = { viewport: { width: 390, height: 844 }, locale: 'nl-NL' };

/** Insists that nothing has to be moved sideways to be read, but what moves by itself. */
export const assertWithinWindow = async (page: Page): Promise<void> => {
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(width, page.viewportSize()?.width, page.url());
};
