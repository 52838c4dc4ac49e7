import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { get } from '#portal/api/request.ts';
import { paceReloads } from './pace-reloads.ts';

/** One task or inspection that changed (GET /api/v1/changes). */
export type LiveChange = { id: string; hasTask: boolean; isDeleted: boolean; inspectionId: string | null };

type ChangeAnswer = { changes: LiveChange[]; next: string; isBehind: boolean; isReset: boolean };

const WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isLive`: asked again when a task or inspection changes. */
    queryMeta: { isLive?: boolean };
  }
}

/**
 * Follows the change feed for as long as the page is open, and asks again for what is live when there is news of it.
 * `onState` hears whether the connection stands.
 */
export const followChanges = (queries: QueryClient, onState: (isLive: boolean) => void): (() => void) => {
  const stopping = new AbortController();
  const reload = () =>
    void queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true }).catch(() => {});
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
      const wait = after === undefined ? undefined : WAIT_SECONDS;
      const answer = await get<ChangeAnswer>('/api/v1/changes', {
        query: { after, wait },
        signal,
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
      onState(false);
      // Who may not follow is told once, and asks no more.
      if (error instanceof ApiProblem && [401, 403, 404].includes(error.status)) return;
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
      failures += 1;
    }
  }
};

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
