import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openChromium, openInspector, openPortal } from './open-windows.ts';
import { type Demo, startDemo } from './start-demo.ts';

// `npm run screenshots` writes the screenshots in docs/images, using the demo's data at a fixed time.

const FOLDER = resolve(import.meta.dirname, '../../docs/images');
const MAX_BYTES = 200_000;
const deviceScaleFactor = 2;

const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  const image = await sharp(await page.screenshot())
    .webp({ quality: 75, effort: 6 })
    .toBuffer();
  if (image.length > MAX_BYTES)
    throw new Error(`${name}.webp has ${image.length} bytes; the limit is ${MAX_BYTES}.`);
  await writeFile(resolve(FOLDER, `${name}.webp`), image);
  process.stdout.write(`docs/images/${name}.webp, ${Math.round(image.length / 1000)} kB\n`);
};

const capturePlanning = async (browser: Browser, demo: Demo): Promise<void> => {
  const page = await openPortal(browser, demo, { userName: 'pieter', deviceScaleFactor });
  await page.goto(`${demo.url}/portal/board`);
  await page
    .getByRole('row', { name: /^Anna de Vries/ })
    .getByRole('button')
    .first()
    .waitFor();
  await page.getByRole('option').first().waitFor();
  await saveScreenshot(page, 'board');

  await page.goto(`${demo.url}/portal/tasks`);
  await page.getByRole('row').nth(1).waitFor();
  await saveScreenshot(page, 'tasks');

  const response = await page.request.get(
    `${demo.url}/api/v1/inspections?failed=true&approved=true&limit=200`,
  );
  const { inspections } = (await response.json()) as {
    inspections: { taskId: string; workbookTitle: string }[];
  };
  const { taskId } = inspections.find(({ workbookTitle }) => workbookTitle === 'Bridge inspection')!;
  await page.goto(`${demo.url}/portal/tasks/${taskId}`);
  await page.getByText('approved').first().waitFor();
  await saveScreenshot(page, 'task');
};

const captureDesigner = async (browser: Browser, demo: Demo): Promise<void> => {
  const page = await openPortal(browser, demo, { userName: 'femke', deviceScaleFactor });
  await page.goto(`${demo.url}/portal/workbooks`);
  await page.getByRole('link', { name: 'Bridge inspection' }).click();
  await page.getByRole('link', { name: 'Create next version' }).click();
  await page.getByRole('treeitem', { name: /^Overall condition/ }).click();
  await page.getByRole('heading', { name: 'Properties of Condition' }).waitFor();
  await page.getByText('No errors').waitFor();
  await saveScreenshot(page, 'designer');
};

const capturePhone = async (browser: Browser, demo: Demo): Promise<void> => {
  const page = await openInspector(browser, demo, { userName: 'anna', deviceScaleFactor });
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Not now' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /: / }).first().waitFor();
  await saveScreenshot(page, 'phone-tasks');

  await page.getByRole('searchbox').fill('brug');
  await page.getByRole('button', { name: 'Start' }).first().click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: /^Height in metres/ }).fill('0.95');
  await page
    .getByRole('group', { name: /^Firmly fixed/ })
    .getByText('No', { exact: true })
    .click();
  await page.getByText('Close the footway').waitFor();
  await saveScreenshot(page, 'phone-question');
};

const [demo, browser] = await Promise.all([startDemo(), openChromium()]);
try {
  await capturePlanning(browser, demo);
  await captureDesigner(browser, demo);
  await capturePhone(browser, demo);
} finally {
  await browser.close();
  await demo.stop();
}
