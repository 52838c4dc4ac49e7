import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

export type OpenPortal = {
  /** Opens another window, for the same user or a different one. */
  open(path: string, userName?: string): Promise<Page>;
  page: Page;
  /** Fails if a page reported errors, had styles or scripts blocked, or sent requests to other hosts. */
  assertNoPageErrors(): void;
};

export type PortalSettings = BrowserContextOptions & { userName?: string; path?: string };

/**
 * Opens the portal in Chromium with a signed-in user. If there is no Chromium, skips the test and returns undefined.
 */
const openPortal = async (
  t: TestContext,
  service: TestService,
  { userName = 'admin', path: initialPath = '/portal', ...settings }: PortalSettings = {},
): Promise<OpenPortal | undefined> => {
  buildAppsIfNeeded();
  const browser = await launchChromium(t);
  if (!browser) return undefined;
  const errors: string[] = [];
  const open = async (path: string, user = userName): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Amsterdam',
      reducedMotion: 'reduce',
      ...settings,
    });
    await context.addCookies(await signIn(service, user));
    const page = await context.newPage();
    collectErrors(page, service.url, errors);
    await page.goto(service.url + path);
    return page;
  };
  return {
    open,
    page: await open(initialPath),
    assertNoPageErrors: () => assert.deepEqual(errors, []),
  };
};

/** Starts a service with the sample organisation and opens the portal. */
export const startPortal = async (
  t: TestContext,
  settings: PortalSettings & {
    prepare?: (service: TestService) => Promise<unknown>;
    service?: Parameters<typeof startService>[1];
  } = {},
): Promise<(OpenPortal & { service: TestService }) | undefined> => {
  const { prepare, service: serviceSettings, ...portalSettings } = settings;
  const service = await startService(t, serviceSettings);
  await prepare?.(service);
  const portal = await openPortal(t, service, portalSettings);
  return portal && { ...portal, service };
};

export const assertAccessibleInBothThemes = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    await assertAccessible(page);
  }
};

/** Waits for animations: elements still fading in would fail the contrast check. */
const waitForAnimations = (page: Page) =>
  page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');

let hasBuilt = false;

/** Builds the apps if their sources have changed, once per process. */
export const buildAppsIfNeeded = () => {
  if (hasBuilt) return;
  const tool = resolve(import.meta.dirname, '../../tools/build-apps.ts');
  const { status, stderr } = spawnSync(process.execPath, [tool], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  hasBuilt = true;
};

const signIn = async (service: TestService, userName: string) => {
  await setPassword(service, userName);
  const browser = createNoJsBrowser(service.url);
  const { status } = await browser.post('/sign-in', {
    username: userName,
    password: PASSWORD,
    tenancyName: 'default',
  });
  assert.equal(status, 303);
  return [...browser.cookies].map(([name, value]) => ({ name, value, url: service.url }));
};

const collectErrors = (page: Page, url: string, errors: string[]) => {
  page.on('console', (message) => {
    // Failed responses are ignored here because some tests expect them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    // Chromium's PDF viewer has its own URLs.
    if (!request.url().startsWith(url) && !/^(data|blob|chrome|chrome-extension):/.test(request.url()))
      errors.push(`request to another host: ${request.url()}`);
  });
};
