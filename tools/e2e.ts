import { findChromiumLaunchOptions } from '#workbook-engine/testing/find-chromium.ts';
import { createTestStep, fail, filterFiles, findFiles, runSteps } from './run-step.ts';

// `npm run e2e` runs the end-to-end tests in a real browser. With arguments, it runs only the tests whose path contains
// one of the arguments.

/** The longest test takes two minutes. */
const TEST_OPTIONS = { filesPerProcess: 6, timeoutMs: 10 * 60_000 };

if (findChromiumLaunchOptions() === undefined)
  fail('`npm run e2e` needs Chromium. `npx playwright-core install chromium` installs it.');

const files = findFiles('{portal,inspector}/**/*.e2e.ts');
const pathParts = process.argv.slice(2);
await runSteps([
  { name: 'apps', commands: [{ arguments: ['tools/build-apps.ts'] }] },
  createTestStep(pathParts.length === 0 ? files : filterFiles(files, pathParts), TEST_OPTIONS),
]);
