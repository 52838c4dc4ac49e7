import { setTimeout } from 'node:timers/promises';

/**
 * Longer than any timeout on the server, and than the time for which any reader asks it to wait for changes.
 */
const TIMEOUT_MS = 45_000;

/** Resolves with `result`, or rejects if it takes longer than any request may take. */
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

/** A request that did not receive a response in time. */
export class TimeoutError extends Error {}
