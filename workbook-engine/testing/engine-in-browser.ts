import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { launchChromium } from './launch-chromium.ts';

const ROOT = new URL('../../', import.meta.url);
/** The folders that contain the engine and its dependencies. An import map resolves them in the browser. */
const FOLDERS = ['contract', 'i18n', 'spelling', 'workbook-engine'];
const IMPORTS = Object.fromEntries(FOLDERS.map((folder) => [`#${folder}/`, `/${folder}/`]));
const PAGE = `<!doctype html><meta charset="utf-8"><title>Workbook engine</title>
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

/** Opens a page in a real browser that can import the engine's source files, with only the types stripped. */
export const openEnginePage = async (t: TestContext): Promise<Page | undefined> => {
  const browser = await launchChromium(t);
  if (!browser) return undefined;
  const server = createServer(async (request, response) => {
    const path = request.url!;
    if (path === '/') return response.setHeader('content-type', 'text/html').end(PAGE);
    if (!FOLDERS.some((folder) => path.startsWith(`/${folder}/`))) return response.writeHead(404).end();
    const source = await readFile(new URL(`.${path}`, ROOT), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
};
