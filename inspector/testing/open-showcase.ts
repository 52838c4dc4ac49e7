import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { formatContentSecurityPolicy } from '#service/portal/built-app.ts';
import { INSPECTOR_CSP_DIRECTIVES } from '#service/portal/inspector-routes.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

export type Showcase = {
  browser: Browser;
  /** Opens a page of the showcase on a phone. */
  open(name: string, settings?: BrowserContextOptions): Promise<Page>;
  /** Fails if the pages reported errors, blocked styles or scripts, or requests to other hosts. */
  assertNoPageErrors(): void;
};

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  locale: 'en-GB',
  timezoneId: 'Europe/Amsterdam',
  reducedMotion: 'reduce',
  hasTouch: true,
};

/**
 * Renders parts of the app in Chromium, with the app's content security policy. Returns undefined if there is no
 * browser.
 */
export const openShowcase = async (
  t: TestContext,
  browserArguments: readonly string[] = [],
): Promise<Showcase | undefined> => {
  const browser = await launchChromium(t, browserArguments);
  if (!browser) return undefined;
  buildPromise ??= build();
  const baseUrl = await serve(t, await buildPromise);
  const pageErrors: string[] = [];
  return {
    browser,
    open: async (name, settings) => {
      const context = await browser.newContext({ ...PHONE, ...settings });
      context.on('page', (page) => {
        page.on('pageerror', (error) => pageErrors.push(String(error)));
        page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
        page.on('request', (request) => {
          if (!request.url().startsWith(baseUrl) && !/^(data|blob):/.test(request.url()))
            pageErrors.push(`request to another host: ${request.url()}`);
        });
      });
      const page = await context.newPage();
      await page.goto(`${baseUrl}/?case=${name}`);
      return page;
    },
    assertNoPageErrors: () => assert.deepEqual(pageErrors, []),
  };
};

/** The showcase is built once for all tests in a process. */
let buildPromise: Promise<string> | undefined;

const build = async (): Promise<string> => {
  const outDir = await mkdtemp(join(tmpdir(), 'ronda-showcase-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const [vite, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await vite.build({
    root: join(import.meta.dirname, 'showcase'),
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000, minify: false },
  });
  return outDir;
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

const NONCE = 'c2hvd2Nhc2U=';
const POLICY = formatContentSecurityPolicy(NONCE, INSPECTOR_CSP_DIRECTIVES);

const serve = async (t: TestContext, folder: string): Promise<string> => {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://showcase');
    const file = pathname === '/' ? '/index.html' : pathname;
    const content = await readFile(join(folder, file)).catch(() => undefined);
    if (!content) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    });
    return response.end(pathname === '/' ? content.toString().replaceAll('%NONCE%', NONCE) : content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Fails if the page is not accessible in both themes, or scrolls horizontally. */
export const assertUsableOnPhone = async (page: Page): Promise<void> => {
  const viewport = page.viewportSize()!;
  // Makes the window tall enough that the bar at the bottom covers no targets, which axe would report as too small.
  const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
  await page.setViewportSize({ width: viewport.width, height });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page);
  }
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.equal(width, viewport.width);
  await page.setViewportSize(viewport);
};
