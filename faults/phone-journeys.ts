import { join } from 'node:path';
import { run } from 'node:test';
import type { Outcome, Tell } from './outcome.ts';

const ROOT = join(import.meta.dirname, '..');
/** A journey of hundreds of pictures on a slow machine. */
const LONGEST_MS = 3_600_000;

/**
 * The journeys of the inspector's app in a real browser that kill phones, with more rounds than `npm run e2e` has. Without a
 * browser on this machine nothing is played, and the figures say so.
 */
export const playPhoneJourneys = async (
  files: readonly string[],
  { rounds }: { rounds: number },
  tell: Tell,
): Promise<Outcome> => {
  const violations: string[] = [];
  const notes: string[] = [];
  let [passed, skipped] = [0, 0];
  const journeys = run({
    files: files.map((file) => join(ROOT, 'inspector', file)),
    argv: [`--rounds=${rounds}`],
    concurrency: 1,
    timeout: LONGEST_MS,
  });
  for await (const { type, data } of journeys) {
    if (type === 'test:fail')
      violations.push(`${data.name}: ${String(data.details.error.cause ?? data.details.error)}`);
    if (type === 'test:pass' && data.skip !== undefined) skipped += 1;
    else if (type === 'test:pass') passed += 1;
    if (type === 'test:diagnostic' && data.file !== undefined) {
      tell(data.message);
      notes.push(data.message);
    }
  }
  if (skipped > 0) tell('There is no Chromium on this machine: install one to play this.');
  return {
    violations,
    figures: { journeys: passed, ...(skipped > 0 && { skipped }), measured: notes.join('; ') },
  };
};
