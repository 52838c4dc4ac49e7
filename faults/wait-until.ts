import { setTimeout } from 'node:timers/promises';

const CHECK_EVERY_MS = 10;

/** Polls until `check` returns a value. Throws after `withinMs`, with `what` in the message. */
export const waitUntil = async <Found>(
  what: string,
  check: () => Promise<Found | undefined | false> | Found | undefined | false,
  withinMs = 30_000,
): Promise<Found> => {
  for (const deadline = performance.now() + withinMs; ; await setTimeout(CHECK_EVERY_MS)) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Timed out after ${withinMs} ms: ${what}`);
  }
};

/** Longer than any time-out of the server, including waiting readers. */
const TIMEOUT_MS = 45_000;

/** The response, or an error if it takes longer than any request may. */
export const withTimeout = async <Result>(what: string, result: Promise<Result>): Promise<Result> => {
  const timer = new AbortController();
  const late = setTimeout(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new TimeoutError(`${what} got no response within ${TIMEOUT_MS / 1_000} s`);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
};

/** A request did not get a response in time. */
export class TimeoutError extends Error {}
