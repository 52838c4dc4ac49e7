import { parentPort } from 'node:worker_threads';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { VerifiedAssertion } from '#service/sign-in/ws-federation/verified-assertion.ts';
import {
  type Expected,
  verifySignInResponse,
} from '#service/sign-in/ws-federation/verify-sign-in-response.ts';

/** A posted answer and what it must say. */
export type VerifyJob = { message: string; expected: Expected };
export type VerifyOutcome = { assertion: VerifiedAssertion } | { refused: string };

const verify = ({ message, expected }: VerifyJob): VerifyOutcome => {
  try {
    return { assertion: verifySignInResponse(message, expected) };
  } catch (error) {
    if (error instanceof SignInRefused) return { refused: error.message };
    throw error;
  }
};

parentPort!.on('message', (job: VerifyJob) => parentPort!.postMessage(verify(job)));
