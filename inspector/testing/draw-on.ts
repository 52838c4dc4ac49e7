import type { Page } from 'playwright-core';

/** Returns the bytes of a Blob that the expression yields in the page. */
export const readBlob = async (page: Page, expression: string): Promise<Buffer> => {
  const dataUrl = (await page.evaluate(`new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = reject;
    reader.readAsDataURL(${expression});
  })`)) as string;
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
};

/** Draws a line on an image. Its points are fractions of the image's width and height. */
export const drawOn = async (
  page: Page,
  name: string | RegExp,
  points: readonly (readonly [number, number])[],
) => {
  const box = await page.getByRole('img', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  const moves = points.map(([x, y]) => [box.x + box.width * x, box.y + box.height * y] as const);
  await page.mouse.move(...moves[0]!);
  await page.mouse.down();
  for (const move of moves.slice(1)) await page.mouse.move(...move, { steps: 20 });
  await page.mouse.up();
};
