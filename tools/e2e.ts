import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

// `npm run e2e` runs all end-to-end tests of the portal and the inspector's app in a real browser, whereas `npm test`
// runs only the most important ones. If arguments are given, only tests whose path contains one of them are run.

/** The timeout for one test. The longest takes two minutes. */
const TEST_TIMEOUT_MS = 10 * 60_000;
/** The timeout for the run. All tests together take 16 minutes on two cores. */
const RUN_TIMEOUT_MS = 60 * 60_000;

const root = resolve(import.meta.dirname, '..');
const pathParts = process.argv.slice(2);
const files = globSync('{portal,inspector}/**/*.{e2e,test}.ts', {
  cwd: root,
  exclude: ['{portal,inspector}/dist*/**'],
})
  .filter((path) => pathParts.length === 0 || pathParts.some((part) => path.includes(part)))
  .sort();
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=2', `--test-timeout=${TEST_TIMEOUT_MS}`, '--test-reporter=spec', ...files],
  { cwd: root, stdio: 'inherit', timeout: RUN_TIMEOUT_MS },
);
process.exitCode = status ?? 1;
