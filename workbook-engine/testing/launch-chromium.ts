import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Starts as root and in a container, and calls nobody. */
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
  const executablePath = [...PLACES, chromium.executablePath()].find(existsSync);
  if (executablePath === undefined) {
    t.skip('there is no Chromium on this machine');
    return undefined;
  }
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
  t.after(() => browser.close());
  return browser;
};
