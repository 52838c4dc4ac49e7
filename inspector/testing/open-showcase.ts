import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { TestContext } from 'node:test';
import react from '@vitejs/plugin-react';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { policy } from '#service/portal/built-app.ts';
import { INSPECTOR_POLICIES } from '#service/portal/inspector-routes.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

/** What the real page may do. */
const POLICY = policy('abc', INSPECTOR_POLICIES);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

export type Part = 'pictures' | 'signature' | 'code' | 'location';
export type Showcase = {
  open(
    part: Part,
    settings?: BrowserContextOptions & { language?: 'en' | 'nl'; most?: number },
  ): Promise<Page>;
  /** Rejects what the pages complained of: errors, refused styles and scripts, requests to other hosts. */
  assertQuiet(): void;
};

/** A phone, and the page with everything that an inspector makes with the device; undefined where there is no Chromium. */
export const openShowcase = async (
  t: TestContext,
  browserArguments: readonly string[] = [],
): Promise<Showcase | undefined> => {
  const browser = await launchChromium(t, browserArguments);
  return browser && showIn(browser, await serveShowcase(t));
};

const serveShowcase = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-showcase-'));
  await build({
    root: join(import.meta.dirname, 'showcase'),
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
    },
  });
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const content = await readFile(join(folder, path)).catch(() => undefined);
    if (!content) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    });
    response.end(path === '/index.html' ? content.toString().replaceAll('%NONCE%', 'abc') : content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const showIn = (browser: Browser, url: string): Showcase => {
  const complaints: string[] = [];
  return {
    open: async (part, { language = 'en', most, ...settings } = {}) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        reducedMotion: 'reduce',
        ...settings,
      });
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
          complaints.push(`asks another host: ${request.url()}`);
      });
      await page.goto(`${url}#${[part, language, most].filter(Boolean).join('/')}`);
      return page;
    },
    assertQuiet: () => assert.deepEqual(complaints, []),
  };
};
