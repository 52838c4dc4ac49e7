import type { QueryClient } from '@tanstack/react-query';
import type { LiveChangePage } from '#contract/live-change.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { get } from '#portal/api/request.ts';
import { throttleReloads } from './throttle-reloads.ts';

const WAIT_SECONDS = 30;
const RESPONSE_TIMEOUT_MS = (WAIT_SECONDS + 15) * 1_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isLive`: whether to refetch the query whenever a task or inspection changes. */
    queryMeta: { isLive?: boolean };
  }
}

export const CHANGES_PERMISSION = 'Tasks.Read';

/** Invalidates live queries whenever a task or inspection changes. */
export const followChanges = (
  queryClient: QueryClient,
  onConnectionChange: (isLive: boolean) => void,
): (() => void) => {
  const controller = new AbortController();
  const reload = () =>
    queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true }).catch(() => {});
  const onUpdate = throttleReloads(reload, document, controller.signal);
  void pollChanges({ onUpdate, onConnectionChange }, controller.signal);
  return () => controller.abort();
};

type Listeners = { onUpdate: () => void; onConnectionChange: (isLive: boolean) => void };

const pollChanges = async ({ onUpdate, onConnectionChange }: Listeners, signal: AbortSignal) => {
  let after: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      // The first request after a failure does not wait, so that the page soon knows whether the connection works.
      const wait = after === undefined || failures > 0 ? undefined : WAIT_SECONDS;
      const response = await get<LiveChangePage>('/api/v1/changes', {
        query: { after, wait },
        // A connection can break without raising an error.
        signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
        isBackground: true,
      });
      // The feed also returns changes missed in an outage, unless there is no position to continue from yet.
      const hasUpdates = after === undefined ? failures > 0 : response.changes.length > 0 || response.isReset;
      after = response.next;
      failures = 0;
      onConnectionChange(true);
      if (hasUpdates) onUpdate();
    } catch (error) {
      if (signal.aborted) return;
      // Too many of this user's pages are waiting for changes, so this page polls instead.
      if (error instanceof ApiProblem && error.status === 429) {
        onConnectionChange(true);
        await sleep(MAX_PAUSE_MS, signal);
        failures = Math.max(failures, 1);
        continue;
      }
      onConnectionChange(false);
      // The user may no longer read tasks. After a 401, polling continues because the user may sign in again.
      if (error instanceof ApiProblem && error.status === 403) return;
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS), signal);
      failures += 1;
    }
  }
};

/** Resolves early when the network comes back or the user returns, for example from the sign-in page. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const listeners = new AbortController();
    const endSleep = () => {
      clearTimeout(timer);
      listeners.abort();
      resolve();
    };
    const timer = setTimeout(endSleep, ms);
    signal.addEventListener('abort', endSleep, { signal: listeners.signal });
    for (const event of ['online', 'focus']) addEventListener(event, endSleep, { signal: listeners.signal });
  });
