import { join } from 'node:path';
import { run } from 'node:test';
import type { OnProgress, Outcome } from './outcome.ts';

const ROOT = join(import.meta.dirname, '..');
/** Enough for a test with hundreds of pictures on a slow machine. */
const TEST_TIMEOUT_MS = 3_600_000;

/**
 * Runs the end-to-end tests of the inspector's app that kill the phone, with more rounds than `npm run e2e`. If
 * this machine has no browser, the tests are skipped, and the figures contain the number of skipped tests.
 */
export const runPhoneTests = async (
  files: readonly string[],
  { rounds }: { rounds: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const violations: string[] = [];
  const diagnostics: string[] = [];
  let [passed, skipped] = [0, 0];
  const tests = run({
    files: files.map((file) => join(ROOT, 'inspector', file)),
    argv: [`--rounds=${rounds}`],
    concurrency: 1,
    timeout: TEST_TIMEOUT_MS,
  });
  for await (const { type, data } of tests) {
    if (type === 'test:fail')
      violations.push(`${data.name}: ${String(data.details.error.cause ?? data.details.error)}`);
    if (type === 'test:pass' && data.skip !== undefined) skipped += 1;
    else if (type === 'test:pass') passed += 1;
    if (type === 'test:diagnostic' && data.file !== undefined) {
      onProgress(data.message);
      diagnostics.push(data.message);
    }
  }
  if (skipped > 0) onProgress('Chromium is not installed on this machine. Install it to run these tests.');
  return {
    violations,
    figures: { tests: passed, ...(skipped > 0 && { skipped }), measured: diagnostics.join('; ') },
  };
};
