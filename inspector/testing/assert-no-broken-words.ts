import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Finds words that span several lines, except those wider than 60% of the window. */
const FIND_BROKEN_WORDS = `(() => {
  const measureWidth = (word, element) => {
    const copy = document.createElement('span');
    copy.textContent = word;
    Object.assign(copy.style, { position: 'absolute', whiteSpace: 'nowrap', visibility: 'hidden' });
    element.append(copy);
    const { width } = copy.getBoundingClientRect();
    copy.remove();
    return width;
  };
  const broken = [];
  const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = textNodes.nextNode(); text; text = textNodes.nextNode()) {
    const element = text.parentElement;
    if (!element.checkVisibility()) continue;
    // Lines may end after hyphens and slashes.
    for (const { 0: word, index } of text.data.matchAll(/[^\\s/-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && measureWidth(word, element) < innerWidth * 0.6) broken.push(word);
    }
  }
  return broken;
})()`;

/** Fails if a line ends inside a word that would have fit on a line. */
export const assertNoBrokenWords = async (page: Page): Promise<void> =>
  assert.deepEqual(await page.evaluate(FIND_BROKEN_WORDS), []);
