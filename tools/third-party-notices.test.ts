import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { buildAppsIfNeeded } from '#portal/testing/open-portal.ts';
import { formatNotices } from './third-party-notices.ts';

const root = resolve(import.meta.dirname, '..');
const readFile = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Returns the packages listed in a built app's notices. */
const readNoticedPackages = (app: string): ReadonlySet<string> => {
  buildAppsIfNeeded();
  const notices = readFile(`${app}/dist/third-party-notices.txt`);
  return new Set([...notices.matchAll(/^(\S.*?)(?: \(.*\))?$/gm)].map(([, name = '']) => name));
};

/** Returns the packages that an app's sources import, except for types. */
const findImportedPackages = (app: string): string[] => {
  const sources = globSync(`{${app},kit,questions,task-fields}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/dist*/**', '**/testing/**', '**/*.{test,e2e}.ts'],
  });
  const statement = /^(?:import|export) (?!type\b)(?:[^;]*? from )?'((?:@[\w-]+\/)?[\w-]+)[^']*';/gm;
  return sources.flatMap((path) => [...readFile(path).matchAll(statement)].map(([, name = '']) => name));
};

for (const [app, indirectPackages] of [
  ['portal', ['scheduler', '@floating-ui/dom', '@tanstack/query-core']],
  ['inspector', ['scheduler', 'tslib', 'workbox-core']],
] as const) {
  test(`the notices in the built ${app} list every package that it contains`, () => {
    const noticedPackages = readNoticedPackages(app);
    const importedPackages = new Set(findImportedPackages(app));
    assert.ok(importedPackages.size > 10);
    assert.deepEqual(
      [...importedPackages, ...indirectPackages, 'Tabler Icons'].filter((name) => !noticedPackages.has(name)),
      [],
    );
  });
}

test('the notices in the built portal list every package that is installed for the server', () => {
  const noticedPackages = readNoticedPackages('portal');
  const lock = JSON.parse(readFile('package-lock.json')) as { packages: Record<string, object> };
  const serverPackages = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !('dev' in entry) && !('optional' in entry))
    .map(([path]) => path.split('node_modules/').at(-1)!);
  assert.ok(serverPackages.length > 100);
  assert.deepEqual(
    serverPackages.filter((name) => !noticedPackages.has(name)),
    [],
  );
});

test('packages with the same licence text are listed together above a single copy of the text', () => {
  const notices = formatNotices([
    { name: 'b', identifier: 'MIT', text: 'Permission is granted.' },
    { name: 'c', identifier: 'ISC' },
    { name: 'a', identifier: 'MIT', text: 'Permission is granted.' },
  ]);
  assert.match(
    notices,
    /\n\na \(MIT\)\nb \(MIT\)\n\nPermission is granted\.\n\n-+\n\nc \(ISC\)\n\nLicence: ISC\./,
  );
});
