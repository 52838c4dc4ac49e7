import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './run-unprivileged.ts';

const ownAccount = { prefix: [] };

test('the error for a failed binary contains its error output or, failing that, how it exited', async () => {
  await assert.rejects(run(ownAccount, 'sh', ['-c', 'echo no space left >&2; exit 1'], {}), /no space left/);
  await assert.rejects(run(ownAccount, 'sh', ['-c', 'exit 3'], {}), /^Error: it exited with code 3$/);
  await assert.rejects(run(ownAccount, 'sh', ['-c', 'kill -9 $$'], {}), /^Error: it was killed by SIGKILL$/);
});
