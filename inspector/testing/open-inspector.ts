import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { buildAppsIfNeeded } from '#portal/testing/open-portal.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import type { TestService } from '#service/testing/start-service.ts';
import { launchChromium, launchPersistentChromium } from '#workbook-engine/testing/launch-chromium.ts';

export type InspectorPhone = {
  page: Page;
  context: BrowserContext;
  /** Closes all windows and opens the app in a new window on the same device, as after a restart. */
  restart(path?: string): Promise<Page>;
  /** Signs in on a page that shows the sign-in link. The person needs a password (setPassword). */
  submitSignIn(page: Page, userName: string): Promise<void>;
  /** Fails if the pages reported errors, blocked styles or scripts, or requests to other hosts. */
  assertNoPageErrors(): void;
};

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Amsterdam',
  reducedMotion: 'reduce',
};

/** Opens the inspector's app on a phone, signed in. If there is no browser, returns undefined and skips the test. */
export const openInspector = async (
  t: TestContext,
  service: TestService,
  { userName = 'anna', ...settings }: BrowserContextOptions & { userName?: string } = {},
): Promise<InspectorPhone | undefined> => {
  buildAppsIfNeeded();
  const browser = await launchChromium(t);
  if (!browser) return undefined;
  const pageErrors: string[] = [];
  const context = await browser.newContext({ ...PHONE, ...settings });
  const open = createPageOpener(context, service.url, pageErrors);
  const page = await open('/inspect');
  await signIn(page, service, userName);
  return {
    page,
    context,
    restart: async (path = '/inspect/') => {
      for (const openPage of context.pages()) await openPage.close();
      return open(path);
    },
    submitSignIn,
    assertNoPageErrors: () => assert.deepEqual(pageErrors, []),
  };
};

export type PersistentPhone = {
  page: Page;
  /** Restarts the browser with the data on disk. `slowdown` is the CPU throttling factor. */
  restart(settings: { isOffline: boolean; slowdown?: number }): Promise<Page>;
  /** Kills the browser (SIGKILL). Only data on disk survives. */
  kill(): Promise<void>;
  /** Signs in on a page that shows the sign-in link, without waiting for the app. */
  submitSignIn(page: Page): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  /** Measures the size of a page's JavaScript heap. */
  measureHeapBytes(page: Page): Promise<number>;
  assertNoPageErrors(): void;
};

/** Like openInspector, but with a browser that can be restarted. `script` runs in each page before the app. */
export const openPersistentInspector = async (
  t: TestContext,
  service: TestService,
  script = '',
): Promise<PersistentPhone | undefined> => {
  buildAppsIfNeeded();
  const folder = await mkdtemp(join(tmpdir(), 'ronda-phone-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const pageErrors: string[] = [];
  const launch = async (settings: BrowserContextOptions) => {
    const launchedContext = await launchPersistentChromium(t, folder, settings);
    await launchedContext?.addInitScript(script);
    return launchedContext;
  };
  let context = await launch(PHONE);
  if (!context) return undefined;
  const page = await createPageOpener(context, service.url, pageErrors)('/inspect');
  await signIn(page, service, 'anna');
  return {
    page,
    restart: async ({ isOffline, slowdown = 1 }) => {
      await context!.close();
      context = await launch({ ...PHONE, offline: isOffline });
      return createPageOpener(context!, service.url, pageErrors, slowdown)('/inspect/');
    },
    kill: async () => {
      const client = await context!.browser()!.newBrowserCDPSession();
      const { processInfo } = await client.send('SystemInfo.getProcessInfo');
      const closeEvent = new Promise((resolve) => context!.once('close', resolve));
      process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL');
      await closeEvent;
    },
    submitSignIn: (signInPage) => submitSignIn(signInPage, 'anna'),
    setOffline: (isOffline) => context!.setOffline(isOffline),
    measureHeapBytes: async (measuredPage) => {
      const client = await context!.newCDPSession(measuredPage);
      await client.send('HeapProfiler.collectGarbage');
      return (await client.send('Runtime.getHeapUsage')).usedSize;
    },
    assertNoPageErrors: () => assert.deepEqual(pageErrors, []),
  };
};

const createPageOpener =
  (context: BrowserContext, url: string, pageErrors: string[], slowdown = 1) =>
  async (path: string) => {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    recordErrors(page, url, pageErrors);
    await page.goto(url + path);
    return page;
  };

const signIn = async (page: Page, service: TestService, userName: string) => {
  await setPassword(service, userName);
  await submitSignIn(page, userName);
  await page.waitForURL(/\/inspect\/$/);
  // Once the service worker is ready, the app opens offline.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
};

const submitSignIn = async (page: Page, userName: string) => {
  await page.getByRole('link', { name: /^(Sign in|Inloggen)$/ }).click();
  await page.locator('#username').fill(userName);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
};

const recordErrors = (page: Page, url: string, pageErrors: string[]) => {
  page.on('console', (message) => {
    // Rejected requests are expected in tests, and the page shows them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      pageErrors.push(message.text());
  });
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      pageErrors.push(`request to another host: ${request.url()}`);
  });
};
