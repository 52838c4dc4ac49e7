import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Browser settings for a phone in Dutch. */
export const DUTCH_PHONE = { viewport: { width: 390, height: 844 }, locale: 'nl-NL' };

/** Asserts that the page does not scroll horizontally. */
export const assertWithinWindow = async (page: Page): Promise<void> => {
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(width, page.viewportSize()?.width, page.url());
};
