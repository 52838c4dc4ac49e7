import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Builds the portal into portal/dist when its sources are not those it was built from: before `npm start`, `npm run demo`
// and `npm test`, which name it. An installation without development packages serves what was built before.

const root = resolve(import.meta.dirname, '..');
const DIST = resolve(root, 'portal/dist');
const SOURCES = [
  'portal/**/*.{ts,tsx,css,html,svg}',
  'kit/**/*.{ts,tsx,css}',
  '{contract,sentences,spelling,workbook-engine}/**/*.ts',
  'tools/build-portal.ts',
  'package-lock.json',
];
const STAMP = 'sources.sha256';

const main = async () => {
  const sources = await hashSources();
  const built = await readFile(resolve(DIST, STAMP), 'utf8').catch(() => undefined);
  if (built === sources) return;
  if (!existsSync(resolve(root, 'node_modules/vite'))) {
    const state = built === undefined ? 'is not built' : 'is older than its sources';
    say(`The portal ${state}, and what builds it is not installed (npm ci without --omit=dev).\n`);
    return;
  }
  const start = performance.now();
  say(built === undefined ? 'Building the portal, once … ' : 'Building the portal anew … ');
  const draft = `${DIST}.${process.pid}`;
  try {
    await buildInto(draft);
    await compressFiles(draft);
    await writeFile(resolve(draft, STAMP), sources);
    await takePlace(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  say(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
};

/**
 * Tests that run at once may build at once. Each step is one rename, so nobody takes away files that another has just put
 * there; and who comes second leaves what the first built of the same sources.
 */
const takePlace = async (draft: string) => {
  const before = `${draft}.before`;
  const unlessOneOf =
    (...codes: string[]) =>
    (error: NodeJS.ErrnoException) => {
      if (!codes.includes(error.code ?? '')) throw error;
    };
  await rename(DIST, before).catch(unlessOneOf('ENOENT'));
  await rename(draft, DIST).catch(unlessOneOf('ENOTEMPTY', 'EEXIST', 'EPERM'));
  await rm(before, { recursive: true, force: true });
};

const hashSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  const isSource = (path: string) => !path.includes('/dist') && !/\.test\.tsx?$/.test(path);
  for (const path of globSync(SOURCES, { cwd: root }).filter(isSource).sort())
    hash.update(path).update(await readFile(resolve(root, path)));
  return hash.digest('hex');
};

const buildInto = async (outDir: string) => {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await build({
    root: resolve(root, 'portal'),
    configFile: false,
    // Relative, for a proxy may serve all of it below a path of its own.
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  });
};

/** Once, as small as it gets, so that no request has to. */
const compressFiles = async (folder: string) => {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  const files = globSync('assets/**/*.{js,css,svg,json}', { cwd: folder });
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
