import { setTimeout } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 10;

/** Polls until `check` returns a value. Throws after `timeoutMs`, with `description` in the message. */
export const waitUntil = async <Found>(
  description: string,
  check: () => Promise<Found | undefined | false> | Found | undefined | false,
  timeoutMs = 30_000,
): Promise<Found> => {
  for (const deadline = performance.now() + timeoutMs; ; await setTimeout(CHECK_INTERVAL_MS)) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms: ${description}`);
  }
};
