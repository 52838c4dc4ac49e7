import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { get } from '#portal/api/request.ts';

/** One task or inspection that changed (GET /api/v1/changes). */
export type LiveChange = { id: string; hasTask: boolean; isDeleted: boolean; inspectionId: string | null };

type ChangeAnswer = { changes: LiveChange[]; next: string; isBehind: boolean; isReset: boolean };

const WAIT_SECONDS = 30;
/** What is asked again after news waits this long for more of them: somebody may be importing thousands. */
const GATHER_MS = 400;
const LONGEST_PAUSE_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isLive`: asked again when a task or inspection changes. */
    queryMeta: { isLive?: boolean };
  }
}

/**
 * Follows the change feed for as long as the page is looked at and asks again for what is live. `onState` hears whether
 * the connection stands.
 */
export const followChanges = (queries: QueryClient, onState: (isLive: boolean) => void): (() => void) => {
  const stopping = new AbortController();
  void follow(queries, onState, stopping.signal).catch(() => {});
  return () => stopping.abort();
};

const follow = async (queries: QueryClient, onState: (isLive: boolean) => void, signal: AbortSignal) => {
  let after: string | undefined;
  let pause = 1_000;
  while (!signal.aborted) {
    try {
      const wait = after === undefined ? undefined : WAIT_SECONDS;
      const answer = await get<ChangeAnswer>('/api/v1/changes', {
        query: { after, wait },
        signal,
        isBackground: true,
      });
      const isNews = after !== undefined && (answer.changes.length > 0 || answer.isReset);
      after = answer.next;
      pause = 1_000;
      onState(true);
      if (isNews) await refresh(queries, signal);
    } catch (error) {
      if (signal.aborted) return;
      onState(false);
      // Who may not follow is told once, and asks no more.
      if (error instanceof ApiProblem && [401, 403, 404].includes(error.status)) return;
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      // What was missed meanwhile is asked for anew.
      await refresh(queries, signal);
    }
  }
};

const refresh = async (queries: QueryClient, signal: AbortSignal) => {
  await sleep(GATHER_MS, signal);
  await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
};

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
