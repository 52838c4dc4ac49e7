import type { CustomFetch } from 'openid-client';
import type { Send } from '#service/outgoing/outgoing.ts';

/** A discovery document is about 10 KB; keys and claims are smaller. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** For all requests of a step of a sign-in: an unavailable provider is reported within ten seconds. */
const TIME_LIMIT_MS = 9_000;

/** Creates the fetch function for one step of a sign-in. Its time limit starts immediately. */
export const createProviderFetch = (send: Send): CustomFetch => {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS);
  return (url, { signal, ...init }) =>
    send(url, init as RequestInit, {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
};
