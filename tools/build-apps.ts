import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { InlineConfig } from 'vite';
import {
  formatNotices,
  type LicensedPackage,
  listCopiedSources,
  listServerPackages,
} from './third-party-notices.ts';

// Builds each browser app into its `dist` folder if its sources have changed since the last build. An installation
// without development packages serves the existing build.

type App = {
  name: 'portal' | 'inspector';
  title: string;
  canWorkOffline: boolean;
};

const APPS: readonly App[] = [
  { name: 'portal', title: 'portal', canWorkOffline: false },
  { name: 'inspector', title: "inspector's app", canWorkOffline: true },
];

const root = resolve(import.meta.dirname, '..');
const HASH_FILE = 'sources.sha256';
const NOTICES_FILE = 'third-party-notices.txt';
/** Written by Vite, and deleted once it has been read. */
const LICENCES_FILE = 'licences.json';

const buildIfChanged = async (app: App) => {
  const distFolder = resolve(root, app.name, 'dist');
  const sourcesHash = await hashSources(app);
  const builtHash = await readFile(resolve(distFolder, HASH_FILE), 'utf8').catch(() => undefined);
  if (builtHash === sourcesHash) return;
  if (!existsSync(resolve(root, 'node_modules/vite'))) {
    const state = builtHash === undefined ? 'is not built' : 'is older than its sources';
    print(
      `The ${app.title} ${state}, but the packages that build it are not installed. Run npm ci without --omit=dev.\n`,
    );
    return;
  }
  const startedAt = performance.now();
  print(`${builtHash === undefined ? 'Building' : 'Rebuilding'} the ${app.title} … `);
  const temporaryFolder = `${distFolder}.${process.pid}`;
  try {
    const packages = await buildPages(temporaryFolder, app);
    if (app.canWorkOffline) {
      await renderIcons(temporaryFolder, app);
      packages.push(...(await buildServiceWorker(temporaryFolder, app, sourcesHash)));
    } else packages.push(...listServerPackages());
    await writeFile(
      resolve(temporaryFolder, NOTICES_FILE),
      formatNotices([...packages, ...listCopiedSources()]),
    );
    await compressFiles(temporaryFolder);
    await writeFile(resolve(temporaryFolder, HASH_FILE), sourcesHash);
    await replaceBuild(temporaryFolder, distFolder);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
  print(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
};

/** Tests in several processes may build concurrently. Renaming keeps them from deleting each other's files. */
const replaceBuild = async (temporaryFolder: string, distFolder: string) => {
  const previousBuild = `${temporaryFolder}.previous`;
  const ignoreErrors =
    (...codes: string[]) =>
    (error: NodeJS.ErrnoException) => {
      if (!codes.includes(error.code ?? '')) throw error;
    };
  await rename(distFolder, previousBuild).catch(ignoreErrors('ENOENT'));
  await rename(temporaryFolder, distFolder).catch(ignoreErrors('ENOTEMPTY', 'EEXIST', 'EPERM'));
  await rm(previousBuild, { recursive: true, force: true });
};

const hashSources = async ({ name }: App): Promise<string> => {
  const patterns = [
    `${name}/**/*.{ts,tsx,css,html,json,svg,webmanifest}`,
    '{kit,questions,task-fields}/**/*.{ts,tsx,css,json}',
    '{contract,i18n,spelling,workbook-engine,report}/**/*.{ts,json}',
    'kit/icons/LICENSE',
    'tools/{build-apps,third-party-notices}.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  const isSource = (path: string) => !path.includes('/dist') && !/\.(test|e2e)\.tsx?$/.test(path);
  for (const path of globSync(patterns, { cwd: root }).filter(isSource).sort())
    hash.update(path).update(await readFile(resolve(root, path)));
  return hash.digest('hex');
};

const MESSAGE_FILE = /\/messages\/(\w+)\/[\w-]+\.json$/;

const getChunkName = (path: string): string | null =>
  path.endsWith('/start-problem.json') ? null : `texts-${MESSAGE_FILE.exec(path)?.[1]}`;

const createSettings = ({ name }: App, outDir: string): InlineConfig => ({
  root: resolve(root, name),
  configFile: false,
  // A proxy may serve the app from a subpath.
  base: './',
  logLevel: 'warn',
  build: {
    outDir,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    license: { fileName: LICENCES_FILE },
  },
});

const buildPages = async (outDir: string, app: App): Promise<LicensedPackage[]> => {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const settings = createSettings(app, outDir);
  // Puts all messages of a language into a single file.
  const groups = [{ test: MESSAGE_FILE, name: getChunkName, debugName: 'texts' }];
  const rolldownOptions = { output: { codeSplitting: { groups } } };
  await build({ ...settings, plugins: [react()], build: { ...settings.build, rolldownOptions } });
  return extractLicences(outDir);
};

const extractLicences = async (folder: string): Promise<LicensedPackage[]> => {
  const path = resolve(folder, LICENCES_FILE);
  const packages = JSON.parse(await readFile(path, 'utf8'));
  await rm(path);
  return packages;
};

/** The maskable icon has a margin: its edges get cut off. */
const renderIcons = async (folder: string, { name }: App) => {
  const { default: sharp } = await import('sharp');
  const source = await readFile(resolve(root, name, 'public/icon.svg'));
  const render = (size: number) => sharp(source, { density: 72 * (size / 32) }).resize(size, size);
  for (const size of [180, 192, 512])
    await render(size)
      .png()
      .toFile(resolve(folder, `icon-${size}.png`));
  const margin = { top: 64, bottom: 64, left: 64, right: 64, background: '#0b5cad' };
  await render(384)
    .flatten({ background: '#0b5cad' })
    .extend(margin)
    .png()
    .toFile(resolve(folder, 'icon-maskable.png'));
};

/** The service worker stores all files of the app on the device. */
const buildServiceWorker = async (folder: string, app: App, revision: string): Promise<LicensedPackage[]> => {
  const { build } = await import('vite');
  const files = globSync(['assets/**', 'icon-*.png', 'icon.svg', 'manifest.webmanifest'], { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$/.test(path))
    .sort();
  const precachedFiles = [
    { url: './', revision },
    { url: NOTICES_FILE, revision },
    // Asset names contain a content hash.
    ...files.map((url) => ({ url, revision: url.startsWith('assets/') ? null : revision })),
  ];
  const settings = createSettings(app, folder);
  await build({
    ...settings,
    define: { PRECACHE_FILES: JSON.stringify(precachedFiles), 'process.env.NODE_ENV': '"production"' },
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
  return extractLicences(folder);
};

const compressFiles = async (folder: string) => {
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  const files = globSync(['assets/**/*.{js,css,svg,json,wasm}', 'service-worker.js', NOTICES_FILE], {
    cwd: folder,
  });
  await Promise.all(
    files.map(async (file) => {
      const path = resolve(folder, file);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, brotliOptions));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
};

const print = (text: string) => void process.stdout.write(text);

for (const app of APPS) await buildIfChanged(app);
