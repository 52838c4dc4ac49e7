import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { tooManyAnswers } from '#service/sign-in/sign-in-problems.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { VerifiedAssertion } from '#service/sign-in/ws-federation/verified-assertion.ts';
import type { VerifyJob, VerifyOutcome } from './verify-worker.ts';

const ONE = { user: 1, tenant: 1, server: 1 };
/** Each takes 15 ms if it is honest, so a whole office that signs in at the same time is served. */
const WAITING = { user: 20, tenant: 40, server: 40 };
const PATIENCE_MS = 10_000;
/** Fifty times what the most expensive message takes. */
const LONGEST_MS = 10_000;

export type Verifier = {
  /** Verifies a posted answer. Throws SignInRefused, or 503 when too many wait. */
  verify(job: VerifyJob): Promise<VerifiedAssertion>;
  close(): Promise<unknown>;
};

/**
 * Verifies posted answers of WS-Federation in one thread, one at a time: anyone can post an answer, and one that is made to
 * be expensive takes 0.2 s. The thread is started for the first answer and kept.
 */
export const createVerifier = (): Verifier => {
  const queue = createFairQueue({
    places: ONE,
    waiting: WAITING,
    patience: PATIENCE_MS,
    refuse: tooManyAnswers,
  });
  let thread: Worker | undefined;

  const run = async (job: VerifyJob): Promise<VerifyOutcome> => {
    thread ??= new Worker(new URL('./verify-worker.ts', import.meta.url));
    try {
      thread.postMessage(job);
      const [outcome] = await once(thread, 'message', { signal: AbortSignal.timeout(LONGEST_MS) });
      return outcome;
    } catch (error) {
      await thread.terminate();
      thread = undefined;
      throw new SignInRefused('the message could not be verified in time', { cause: error });
    }
  };

  return {
    verify: async (job) => {
      const leave = await queue.take(currentCaller());
      try {
        const outcome = await run(job);
        if ('refused' in outcome) throw new SignInRefused(outcome.refused);
        return outcome.assertion;
      } finally {
        leave();
      }
    },
    close: async () => thread?.terminate(),
  };
};
