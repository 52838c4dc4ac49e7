import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { InlineConfig } from 'vite';

// Builds what runs in browsers, each app into a folder `dist` of its own, when its sources are not those it was built from:
// before `npm start`, `npm run demo` and `npm test`, which name it. An installation without development packages serves
// what was built before.

type App = {
  /** Its folder. */
  name: 'portal' | 'inspector';
  /** As it is told about. */
  title: string;
  /** Works without a network: it gets a service worker, and icons to be installed with. */
  isOffline: boolean;
};

const APPS: readonly App[] = [
  { name: 'portal', title: 'portal', isOffline: false },
  { name: 'inspector', title: "inspector's app", isOffline: true },
];

const root = resolve(import.meta.dirname, '..');
const STAMP = 'sources.sha256';

const main = async () => {
  for (const app of APPS) await buildWhenChanged(app);
};

const buildWhenChanged = async (app: App) => {
  const dist = resolve(root, app.name, 'dist');
  const sources = await hashSources(app);
  const built = await readFile(resolve(dist, STAMP), 'utf8').catch(() => undefined);
  if (built === sources) return;
  if (!existsSync(resolve(root, 'node_modules/vite'))) {
    const state = built === undefined ? 'is not built' : 'is older than its sources';
    say(`The ${app.title} ${state}, and what builds it is not installed (npm ci without --omit=dev).\n`);
    return;
  }
  const start = performance.now();
  say(`Building the ${app.title}${built === undefined ? ', once' : ' anew'} … `);
  const draft = `${dist}.${process.pid}`;
  try {
    await buildInto(draft, app);
    if (app.isOffline) {
      await drawIcons(draft, app);
      await buildServiceWorker(draft, app, sources);
    }
    await compressFiles(draft);
    await writeFile(resolve(draft, STAMP), sources);
    await takePlace(draft, dist);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  say(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
};

/**
 * Tests that run at once may build at once. Each step is one rename, so nobody takes away files that another has just put
 * there; and who comes second leaves what the first built of the same sources.
 */
const takePlace = async (draft: string, dist: string) => {
  const before = `${draft}.before`;
  const unlessOneOf =
    (...codes: string[]) =>
    (error: NodeJS.ErrnoException) => {
      if (!codes.includes(error.code ?? '')) throw error;
    };
  await rename(dist, before).catch(unlessOneOf('ENOENT'));
  await rename(draft, dist).catch(unlessOneOf('ENOTEMPTY', 'EEXIST', 'EPERM'));
  await rm(before, { recursive: true, force: true });
};

const hashSources = async ({ name }: App): Promise<string> => {
  const patterns = [
    `${name}/**/*.{ts,tsx,css,html,svg,webmanifest}`,
    'kit/**/*.{ts,tsx,css}',
    '{contract,sentences,spelling,workbook-engine,report}/**/*.ts',
    'tools/build-apps.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  const isSource = (path: string) => !path.includes('/dist') && !/\.(test|e2e)\.tsx?$/.test(path);
  for (const path of globSync(patterns, { cwd: root }).filter(isSource).sort())
    hash.update(path).update(await readFile(resolve(root, path)));
  return hash.digest('hex');
};

const settingsOf = ({ name }: App, outDir: string): InlineConfig => ({
  root: resolve(root, name),
  configFile: false,
  // Relative, for a proxy may serve all of it below a path of its own.
  base: './',
  logLevel: 'warn',
  build: { outDir, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
});

const buildInto = async (outDir: string, app: App) => {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await build({ ...settingsOf(app, outDir), plugins: [react()] });
};

/** Icons as phones want them: in pixels. The maskable one has room around, for its edges are cut off. */
const drawIcons = async (folder: string, { name }: App) => {
  const { default: sharp } = await import('sharp');
  const drawing = await readFile(resolve(root, name, 'public/icon.svg'));
  const draw = (size: number) => sharp(drawing, { density: 72 * (size / 32) }).resize(size, size);
  for (const size of [180, 192, 512])
    await draw(size)
      .png()
      .toFile(resolve(folder, `icon-${size}.png`));
  const margin = { top: 64, bottom: 64, left: 64, right: 64, background: '#0b5cad' };
  await draw(384)
    .flatten({ background: '#0b5cad' })
    .extend(margin)
    .png()
    .toFile(resolve(folder, 'icon-maskable.png'));
};

/** It keeps every file of the app on the device. The page itself is of another version whenever a source changed. */
const buildServiceWorker = async (folder: string, app: App, revision: string) => {
  const { build } = await import('vite');
  const files = globSync(['assets/**', 'icon-*.png', 'icon.svg', 'manifest.webmanifest'], { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$/.test(path))
    .sort();
  const kept = [
    { url: './', revision },
    // The names of built files change with what is in them.
    ...files.map((url) => ({ url, revision: url.startsWith('assets/') ? null : revision })),
  ];
  const settings = settingsOf(app, folder);
  await build({
    ...settings,
    define: { KEPT_FILES: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
    build: {
      ...settings.build,
      emptyOutDir: false,
      lib: {
        entry: resolve(root, app.name, 'service-worker.ts'),
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  });
};

/** Once, as small as it gets, so that no request has to. */
const compressFiles = async (folder: string) => {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  const files = globSync(['assets/**/*.{js,css,svg,json,wasm}', 'service-worker.js'], { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const path = resolve(folder, file);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
};

const say = (text: string) => void process.stdout.write(text);

await main();
