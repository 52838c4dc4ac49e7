import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

type Package = {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
};
const readJson = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const manifest = readJson('package.json') as Record<string, Record<string, string | boolean>>;
const lock = readJson('package-lock.json') as { packages: Record<string, Package> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

const getName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every dependency is pinned to an exact version', () => {
  const unpinnedDependencies = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(
    (section) =>
      Object.entries(manifest[section] ?? {}).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
      ),
  );
  assert.deepEqual(unpinnedDependencies, []);
});

test('every package has a hash and comes from the registry', () => {
  assert.ok(packages.length > 100);
  const unverifiedPackages = packages.filter(
    ([, { integrity, resolved, link }]) =>
      link ||
      !integrity?.startsWith('sha512-') ||
      (resolved !== undefined && !/^https:\/\/[^/]+\//.test(resolved)),
  );
  assert.deepEqual(
    unverifiedPackages.map(([path]) => path),
    [],
  );
});

test('no package runs an install script', () => {
  const packagesWithScripts = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => getName(path));
  const allowed = manifest.allowScripts ?? {};
  assert.deepEqual(
    packagesWithScripts.filter((name) => allowed[name] !== false),
    [],
    'check that the package works without its script, and add it to allowScripts in package.json with false',
  );
});
