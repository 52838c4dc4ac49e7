import type { CustomFetch } from 'openid-client';
import type { Send } from '#service/outgoing/outgoing.ts';

/** Discovery documents take about 10 KB; keys and claims are smaller. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/**
 * Applies to all requests in one step of a sign-in together, so that an unavailable provider is reported within ten
 * seconds.
 */
const TIME_LIMIT_MS = 9_000;

/** Creates the fetch function for one step of a sign-in. The time limit starts to run immediately. */
export const createProviderFetch = (send: Send): CustomFetch => {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS);
  return (url, { signal, ...init }) =>
    send(url, init as RequestInit, {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
};
