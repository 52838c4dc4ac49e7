import { parentPort } from 'node:worker_threads';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { VerifiedAssertion } from '#service/sign-in/ws-federation/verified-assertion.ts';
import {
  type Expected,
  verifySignInResponse,
} from '#service/sign-in/ws-federation/verify-sign-in-response.ts';

export type VerifyJob = { message: string; expected: Expected };
export type VerifyOutcome = { assertion: VerifiedAssertion } | { denied: string };

const verify = ({ message, expected }: VerifyJob): VerifyOutcome => {
  try {
    return { assertion: verifySignInResponse(message, expected) };
  } catch (error) {
    if (error instanceof SignInDeniedError) return { denied: error.message };
    throw error;
  }
};

parentPort!.on('message', (job: VerifyJob) => parentPort!.postMessage(verify(job)));
