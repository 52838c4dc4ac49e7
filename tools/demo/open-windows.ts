import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromiumLaunchOptions } from '#workbook-engine/testing/find-chromium.ts';
import { shiftClock } from './shift-clock.ts';
import type { Demo } from './start-demo.ts';

const COMMON_OPTIONS: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'Europe/Amsterdam',
  colorScheme: 'light',
  reducedMotion: 'reduce',
};
const DESKTOP_OPTIONS: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE_OPTIONS: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export const openChromium = (): Promise<Browser> => {
  const launchOptions = findChromiumLaunchOptions();
  if (!launchOptions)
    throw new Error('Chromium is not installed. `npx playwright-core install chromium` installs it.');
  return chromium.launch(launchOptions);
};

export const openWindow = async (
  browser: Browser,
  demo: Demo,
  options: BrowserContextOptions,
): Promise<Page> => {
  const context = await browser.newContext({ ...COMMON_OPTIONS, ...options });
  await context.addInitScript(shiftClock, demo.clockOffset);
  return context.newPage();
};

export const openPortal = async (
  browser: Browser,
  demo: Demo,
  { userName, ...options }: BrowserContextOptions & { userName: string },
): Promise<Page> => {
  const page = await openWindow(browser, demo, { ...DESKTOP_OPTIONS, ...options });
  await page.goto(`${demo.url}/sign-in`);
  await submitSignIn(page, demo, userName);
  await page.waitForURL(/\/portal/);
  return page;
};

/** Waits until the app is ready to work offline. */
export const openInspector = async (
  browser: Browser,
  demo: Demo,
  { userName, ...options }: BrowserContextOptions & { userName: string },
): Promise<Page> => {
  const page = await openWindow(browser, demo, { ...PHONE_OPTIONS, ...options });
  await page.goto(`${demo.url}/inspect`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submitSignIn(page, demo, userName);
  await page.waitForURL(/\/inspect\/$/);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  return page;
};

const submitSignIn = async (page: Page, demo: Demo, userName: string) => {
  await page.locator('#username').fill(userName);
  await page.locator('#password').fill(demo.password);
  await page.keyboard.press('Enter');
};
