import type { CustomFetch } from 'openid-client';
import type { Send } from '#service/outgoing/outgoing.ts';

/** In bytes. A discovery document has some 10 KB; keys and claims have less. */
const LARGEST_ANSWER = 1024 * 1024;
/** For all requests of one step of a sign-in together, so that a provider that is down is reported within ten seconds. */
const TIME_LIMIT_MS = 9_000;

/** For the requests to a provider in one step of a sign-in: the time limit starts now. */
export const createProviderFetch = (send: Send): CustomFetch => {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS);
  return (address, { signal, ...init }) =>
    send(address, init as RequestInit, {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      largestAnswer: LARGEST_ANSWER,
    });
};
