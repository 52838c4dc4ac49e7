import { parentPort } from 'node:worker_threads';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { VerifiedAssertion } from '#service/sign-in/ws-federation/verified-assertion.ts';
import {
  type ExpectedValues,
  verifySignInResponse,
} from '#service/sign-in/ws-federation/verify-sign-in-response.ts';

export type VerificationJob = { message: string; expected: ExpectedValues };
export type VerificationOutcome = { assertion: VerifiedAssertion } | { denialReason: string };

const verify = ({ message, expected }: VerificationJob): VerificationOutcome => {
  try {
    return { assertion: verifySignInResponse(message, expected) };
  } catch (error) {
    if (error instanceof SignInDeniedError) return { denialReason: error.message };
    throw error;
  }
};

parentPort!.on('message', (job: VerificationJob) => parentPort!.postMessage(verify(job)));
