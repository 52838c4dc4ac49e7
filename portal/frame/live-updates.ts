import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { get } from '#portal/api/request.ts';
import { paceReloads } from './pace-reloads.ts';

/** One task or inspection that changed (GET /api/v1/changes). */
export type LiveChange = { id: string; hasTask: boolean; isDeleted: boolean; inspectionId: string | null };

type ChangeAnswer = { changes: LiveChange[]; next: string; isBehind: boolean; isReset: boolean };

const WAIT_SECONDS = 30;
const SILENT_MS = (WAIT_SECONDS + 15) * 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isLive`: asked again when a task or inspection changes. */
    queryMeta: { isLive?: boolean };
  }
}

/** Which permission it takes to hear of changes. */
export const MAY_FOLLOW = 'Tasks.Read';

/**
 * Follows the change feed for as long as the page is open, and asks again for what is live when there is news of it.
 * `onState` hears whether the connection stands.
 */
export const followChanges = (queries: QueryClient, onState: (isLive: boolean) => void): (() => void) => {
  const stopping = new AbortController();
  const reload = () =>
    queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true }).catch(() => {});
  const onNews = paceReloads(reload, document, stopping.signal);
  void follow({ onNews, onState }, stopping.signal);
  return () => stopping.abort();
};

type Listeners = { onNews: () => void; onState: (isLive: boolean) => void };

const follow = async ({ onNews, onState }: Listeners, signal: AbortSignal) => {
  let after: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      // Whether the connection stands again is not waited for.
      const wait = after === undefined || failures > 0 ? undefined : WAIT_SECONDS;
      const answer = await get<ChangeAnswer>('/api/v1/changes', {
        query: { after, wait },
        // A connection may break without a word.
        signal: AbortSignal.any([signal, AbortSignal.timeout(SILENT_MS)]),
        isBackground: true,
      });
      // The feed tells what was missed during failures; only before its first answer there is no place to go on from.
      const isNews = after === undefined ? failures > 0 : answer.changes.length > 0 || answer.isReset;
      after = answer.next;
      failures = 0;
      onState(true);
      if (isNews) onNews();
    } catch (error) {
      if (signal.aborted) return;
      // Too many pages of this user wait already. This one still gets changes, only later.
      if (error instanceof ApiProblem && error.status === 429) {
        onState(true);
        await sleep(LONGEST_PAUSE_MS, signal);
        failures = Math.max(failures, 1);
        continue;
      }
      onState(false);
      // The session is over; whoever signs in again goes on.
      if (error instanceof ApiProblem && error.status === 403) return;
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
      failures += 1;
    }
  }
};

/** Shorter when the network is back, or somebody comes back: from the sign-in page perhaps. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { signal: ended.signal });
    for (const event of ['online', 'focus']) addEventListener(event, end, { signal: ended.signal });
  });
