import type { Locator, Page } from 'playwright-core';
import { drawOn } from './draw-on.ts';

/** Signs with a finger. `question` is the signature field's group. */
export const drawSignature = async (page: Page, question: Locator): Promise<void> => {
  await question.getByRole('button', { name: /^Sign/ }).click();
  await page.getByRole('img', { name: /^Sign here/ }).waitFor();
  await drawOn(page, /^Sign here/, [
    [0.1, 0.2],
    [0.5, 0.8],
    [0.9, 0.2],
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('img').waitFor();
};
