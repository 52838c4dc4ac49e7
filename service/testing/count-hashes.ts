import { createHook } from 'node:async_hooks';
import type { TestContext } from 'node:test';

/** Returns a function that counts the passwords hashed or compared in this process since this call. */
export const countHashes = (t: TestContext): (() => number) => {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') count++;
    },
  });
  hook.enable();
  t.after(() => hook.disable());
  return () => count;
};
