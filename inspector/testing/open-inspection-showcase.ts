import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { policy } from '#service/portal/built-app.ts';
import { INSPECTOR_POLICIES } from '#service/portal/inspector-routes.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

export type InspectionShowcase = {
  browser: Browser;
  /** Opens one of the cases on a phone. */
  open(name: string, settings?: BrowserContextOptions): Promise<{ page: Page; context: BrowserContext }>;
  address(name: string): string;
  /** Rejects what the pages complained of: errors, refused styles and scripts. */
  assertQuiet(): void;
};

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  timezoneId: 'Europe/Amsterdam',
  reducedMotion: 'reduce',
  hasTouch: true,
};

/** The screen of an inspection in a Chromium, under the policy of the app; undefined where there is none. */
export const openInspectionShowcase = async (t: TestContext): Promise<InspectionShowcase | undefined> => {
  const browser = await launchChromium(t);
  if (!browser) return undefined;
  built ??= build();
  const home = await serve(t, await built);
  const complaints: string[] = [];
  const address = (name: string) => `${home}/?case=${name}`;
  return {
    browser,
    address,
    open: async (name, settings) => {
      const context = await browser.newContext({ ...PHONE, ...settings });
      context.on('page', (page) => {
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      });
      const page = await context.newPage();
      await page.goto(address(name));
      return { page, context };
    },
    assertQuiet: () => assert.deepEqual(complaints, []),
  };
};

/** Once for all tests of a process. */
let built: Promise<string> | undefined;

const build = async (): Promise<string> => {
  const outDir = await mkdtemp(join(tmpdir(), 'ronda-showcase-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const [vite, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await vite.build({
    root: resolve(import.meta.dirname, 'inspection-showcase'),
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000, minify: false },
  });
  return outDir;
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
};

const NONCE = 'c2hvd2Nhc2U=';

const serve = async (t: TestContext, folder: string): Promise<string> => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://showcase');
    const file = pathname === '/' ? 'index.html' : pathname;
    const content = await readFile(join(folder, file)).catch(() => undefined);
    if (!content) return response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (pathname !== '/') return response.end(content);
    response.setHeader('content-security-policy', policy(NONCE, INSPECTOR_POLICIES));
    return response.end(content.toString().replaceAll('%NONCE%', NONCE));
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Insists on accessibility in both themes, and that nothing has to be moved sideways to be read. */
export const assertGoodOnPhone = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page);
  }
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(width, page.viewportSize()?.width);
};
