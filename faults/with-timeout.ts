import { setTimeout } from 'node:timers/promises';

/** Longer than any timeout of the server, and longer than any reader asks the server to wait for changes. */
const TIMEOUT_MS = 45_000;

/** Resolves with `result`, or rejects with a TimeoutError if this takes longer than any request may. */
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
