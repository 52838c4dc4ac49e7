import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

// `npm run e2e`: every journey through the portal and the inspector's app in a real browser, beyond the key ones that `npm test` goes. With arguments
// only those whose path contains one of them.

const root = resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const journeys = globSync('{portal,inspector}/**/*.{e2e,test}.ts', {
  cwd: root,
  exclude: ['{portal,inspector}/dist*/**'],
})
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-reporter=spec', ...journeys],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
