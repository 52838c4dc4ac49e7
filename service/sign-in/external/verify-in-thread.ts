import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { tooManyResponses } from '#service/sign-in/sign-in-problems.ts';
import type { VerifiedAssertion } from '#service/sign-in/ws-federation/verified-assertion.ts';
import type { VerificationJob, VerificationOutcome } from './verify-worker.ts';

const SLOTS = { user: 1, tenant: 1, server: 1 };
/** Verifying an ordinary response takes 15 ms, so a queue of 40 drains in 0.6 s. */
const MAX_WAITING = { user: 20, tenant: 40, server: 40 };
const MAX_WAIT_MS = 10_000;
/** The timeout for one verification: fifty times what the most expensive response takes. */
const TIME_LIMIT_MS = 10_000;

export type Verifier = {
  /** Verifies a posted response. Throws SignInDeniedError, or a problem with status 503 if too many are waiting. */
  verify(job: VerificationJob): Promise<VerifiedAssertion>;
  close(): Promise<unknown>;
};

/** Uses one worker thread: anyone can post a response, and verifying a malicious one takes 0.2 s. */
export const createVerifier = (): Verifier => {
  const queue = createFairQueue({
    slots: SLOTS,
    waiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: tooManyResponses,
  });
  let thread: Worker | undefined;

  const run = async (job: VerificationJob): Promise<VerificationOutcome> => {
    thread ??= new Worker(new URL('./verify-worker.ts', import.meta.url));
    try {
      thread.postMessage(job);
      const [outcome] = await once(thread, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
      return outcome;
    } catch (error) {
      await thread.terminate();
      thread = undefined;
      throw new SignInDeniedError('the message could not be verified in time', { cause: error });
    }
  };

  return {
    verify: async (job) => {
      using _slot = await queue.acquire(getCurrentCaller());
      const outcome = await run(job);
      if ('denialReason' in outcome) throw new SignInDeniedError(outcome.denialReason);
      return outcome.assertion;
    },
    close: async () => thread?.terminate(),
  };
};
