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

/** Longer than any server timeout, including that of a long poll. */
const TIMEOUT_MS = 45_000;

/** Resolves with `result`, or rejects if it takes longer than any request is allowed to take. */
export const withTimeout = async <Result>(description: string, result: Promise<Result>): Promise<Result> => {
  const timer = new AbortController();
  const timeout = setTimeout(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new TimeoutError(`${description} got no response within ${TIMEOUT_MS / 1_000} s`);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
};

/** A request did not get a response in time. */
export class TimeoutError extends Error {}
