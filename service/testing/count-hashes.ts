import { createHook } from 'node:async_hooks';
import type { TestContext } from 'node:test';

/** How many passwords this process has hashed or compared since it was asked to count. */
export const countHashes = (t: TestContext): (() => number) => {
  let hashes = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') hashes++;
    },
  });
  hook.enable();
  t.after(() => hook.disable());
  return () => hashes;
};
