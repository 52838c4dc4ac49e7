import type { CustomFetch } from 'openid-client';
import type { Send } from '#service/outgoing/outgoing.ts';

/** In bytes. A discovery document has about 10 KB; keys and claims are smaller. */
const LARGEST_ANSWER = 1024 * 1024;
/** For all requests in one step of a sign-in together, so that a provider that is down is reported within ten seconds. */
const TIME_LIMIT_MS = 9_000;

/** Creates the fetch function for one step of a sign-in. Its time limit starts immediately. */
export const createProviderFetch = (send: Send): CustomFetch => {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS);
  return (address, { signal, ...init }) =>
    send(address, init as RequestInit, {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      maxResponseBytes: LARGEST_ANSWER,
    });
};
