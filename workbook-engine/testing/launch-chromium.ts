import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Allow running as root and in a container, and prevent network requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // Maps are drawn by WebGL; without a graphics card it is computed.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real browser, closed when the test is over; the test is skipped where there is none. `more` are its arguments. */
export const launchChromium = async (
  t: TestContext,
  more: readonly string[] = [],
): Promise<Browser | undefined> => {
  const executablePath = findChromium(t);
  if (executablePath === undefined) return undefined;
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
  t.after(() => browser.close());
  return browser;
};

/** The same with its profile in a folder, so that it can be restarted with the same data. */
export const launchChromiumIn = async (
  t: TestContext,
  folder: string,
  settings: BrowserContextOptions,
): Promise<BrowserContext | undefined> => {
  const executablePath = findChromium(t);
  if (executablePath === undefined) return undefined;
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ARGUMENTS,
    ...settings,
  });
  t.after(() => context.close());
  return context;
};

/** The settings of Chromium outside tests; undefined if it is not installed. */
export const chromiumSettings = (): { executablePath: string; args: string[] } | undefined => {
  const executablePath = [...PLACES, chromium.executablePath()].find(existsSync);
  return executablePath === undefined ? undefined : { executablePath, args: [...ARGUMENTS] };
};

const findChromium = (t: TestContext): string | undefined => {
  const path = chromiumSettings()?.executablePath;
  if (path === undefined) t.skip('there is no Chromium on this machine');
  return path;
};
