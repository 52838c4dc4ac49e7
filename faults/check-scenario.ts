import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Cleanup } from './deployment.ts';
import type { Outcome } from './outcome.ts';

export const checkScenario = async (
  t: TestContext,
  scenario: (cleanup: Cleanup) => Promise<Outcome>,
): Promise<Outcome['figures']> => {
  await using cleanup = new AsyncDisposableStack();
  const { violations, figures } = await scenario(cleanup);
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
  return figures;
};
