import { after, type TestContext } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { ARGUMENTS, findInstalled, PATHS, SHELL_PATH } from './find-chromium.ts';

let sharedBrowser: Browser | undefined;
after(() => sharedBrowser?.close());

/**
 * Returns a browser without contexts. The tests of a process share one browser: launching it takes a second. Skips the
 * test if Chromium is not installed.
 */
export const launchChromium = async (
  t: TestContext,
  extraArguments: readonly string[] = [],
): Promise<Browser | undefined> => {
  const isShared = extraArguments.length === 0;
  const executablePath = findChromium(t, isShared ? [SHELL_PATH, ...PATHS] : PATHS);
  if (executablePath === undefined) return undefined;
  const launch = () => chromium.launch({ executablePath, args: [...ARGUMENTS, ...extraArguments] });
  if (isShared && !sharedBrowser?.isConnected()) sharedBrowser = await launch();
  const browser = isShared ? sharedBrowser! : await launch();
  t.after(async () => {
    for (const context of browser.contexts()) {
      if (!t.passed) await describePages(t, context);
      await context.close();
    }
    if (!isShared) await browser.close();
  });
  return browser;
};

/**
 * Like `launchChromium`, but stores the profile in a folder, so that a test can restart the browser with the same data.
 */
export const launchPersistentChromium = async (
  t: TestContext,
  folder: string,
  settings: BrowserContextOptions,
): Promise<BrowserContext | undefined> => {
  const executablePath = findChromium(t, [SHELL_PATH, ...PATHS]);
  if (executablePath === undefined) return undefined;
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ARGUMENTS,
    ...settings,
  });
  t.after(async () => {
    if (!t.passed) await describePages(t, context);
    await context.close();
  });
  return context;
};

/** Reports the text on the pages of a failed test, which timeout errors do not include. */
const describePages = async (t: TestContext, context: BrowserContext): Promise<void> => {
  for (const page of context.pages()) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 1_000 })
      .catch((error) => `(${error})`);
    t.diagnostic(`${page.url()} shows: ${text.slice(0, 2_000)}`);
  }
};

const findChromium = (t: TestContext, paths: string[]): string | undefined => {
  const path = findInstalled(paths);
  if (path === undefined) t.skip('there is no Chromium on this machine');
  return path;
};
