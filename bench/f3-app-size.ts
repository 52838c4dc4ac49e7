import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Benchmark, computeSpread } from './measurement.ts';

/*
 * The JavaScript that a browser loads before it shows the first page: compressed with gzip, in English. `npm run bench`
 * builds the apps first.
 */

const ROOT = join(import.meta.dirname, '..');

type App = {
  name: string;
  goalKb: number;
  /** Files that the page loads on demand before it shows anything, in addition to those in index.html. */
  loadedOnDemand: string[];
};

const APPS: readonly App[] = [
  { name: 'inspector', goalKb: 320, loadedOnDemand: ['texts-en-*.js'] },
  { name: 'portal', goalKb: 450, loadedOnDemand: ['texts-en-*.js', 'OverviewPage-*.js'] },
];

const STATIC_IMPORT = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;
const SCRIPT_IN_PAGE = /(?:src|href)="\.\/assets\/([^"]+\.js)"/g;

/** Returns the files and everything they import statically. */
const listLoadedFiles = async (folder: string, files: readonly string[]): Promise<Set<string>> => {
  const loaded = new Set(files);
  // A set also iterates over the elements added during the iteration.
  for (const file of loaded) {
    const code = await readFile(join(folder, file), 'utf8');
    for (const [, imported] of code.matchAll(STATIC_IMPORT)) loaded.add(imported!);
  }
  return loaded;
};

export const appSizeBenchmarks: readonly Benchmark[] = APPS.map(({ name, goalKb, loadedOnDemand }) => ({
  id: 'F3',
  run: async () => {
    const dist = join(ROOT, name, 'dist');
    const assets = join(dist, 'assets');
    const page = await readFile(join(dist, 'index.html'), 'utf8');
    const files = await listLoadedFiles(assets, [
      ...[...page.matchAll(SCRIPT_IN_PAGE)].map(([, file]) => file!),
      ...globSync(loadedOnDemand, { cwd: assets }).map((path) => basename(path)),
    ]);
    let bytes = 0;
    for (const file of files) bytes += (await stat(join(assets, `${file}.gz`))).size;
    const kilobytes = bytes / 1_000;
    return {
      id: 'F3',
      work: `JavaScript of the first page, ${name}`,
      ratio: computeSpread([goalKb / kilobytes]),
      target: 1,
      measured: `${kilobytes.toFixed(0)} KB`,
      against: `a goal of ${goalKb} KB`,
      errors: 0,
      note: `${name}: ${files.size} files with gzip, measured once`,
      rounds: [],
    };
  },
}));
