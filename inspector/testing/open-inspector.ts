import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { buildWhenNeeded } from '#portal/testing/open-portal.ts';
import { givePassword, PASSWORD } from '#service/testing/give-password.ts';
import type { TestService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

export type OpenInspector = {
  page: Page;
  context: BrowserContext;
  /** Another window of the same device, as after a restart. */
  restart(path?: string): Promise<Page>;
  /** Rejects what the pages complained of: errors, refused styles and scripts, requests to other hosts. */
  assertQuiet(): void;
};

/** A phone with the inspector's app, on which somebody has signed in; undefined (and the test is skipped) without a browser. */
export const openInspector = async (
  t: TestContext,
  service: TestService,
  { userName = 'anna', ...settings }: BrowserContextOptions & { userName?: string } = {},
): Promise<OpenInspector | undefined> => {
  buildWhenNeeded();
  const browser = await launchChromium(t);
  if (!browser) return undefined;
  const complaints: string[] = [];
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
    ...settings,
  });
  const open = async (path: string) => {
    const page = await context.newPage();
    listen(page, service.url, complaints);
    await page.goto(service.url + path);
    return page;
  };
  const page = await open('/inspect');
  await givePassword(service, userName);
  await page.getByRole('link', { name: /^(Sign in|Aanmelden)$/ }).click();
  await page.locator('#username').fill(userName);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/inspect\/$/);
  // From now on it opens without a network.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  return {
    page,
    context,
    restart: async (path = '/inspect/') => {
      for (const before of context.pages()) await before.close();
      return open(path);
    },
    assertQuiet: () => assert.deepEqual(complaints, []),
  };
};

const listen = (page: Page, url: string, complaints: string[]) => {
  page.on('console', (message) => {
    // A refused request is the test's own business: it says what the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asks another host: ${request.url()}`);
  });
};
