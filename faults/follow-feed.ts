import { setTimeout } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import type { Caller } from '#service/testing/caller.ts';
import type { EntityState, FeedReading, Page } from './history-checker.ts';
import { toEntityState } from './task-revisions.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

const CHANGES_PATH = '/api/services/custom/externaltask/GetChanges';
/** The highest possible token, which leads to the end of the feed. */
const HIGHEST_TOKEN = '__________8';
const RETRY_AFTER_MS = 50;

/** A token and the time when it was issued. A reader that continues from it must receive everything written later. */
export type SavedToken = { token: bigint; issuedAt: number };
export const FEED_START: SavedToken = { token: 0n, issuedAt: Number.NEGATIVE_INFINITY };

const readToken = (token: string): bigint => Buffer.from(token, 'base64url').readBigUInt64BE();
export const formatToken = (position: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(position);
  return bytes.toString('base64url');
};

export type FeedPage = { entries: EntityState[]; nextToken: bigint; isLast: boolean };

/**
 * Returns the page after a token, or undefined if the server or its database is unavailable. Throws if the response is
 * invalid.
 */
export const readPage = async (caller: Caller, token: string, wait = 0): Promise<FeedPage | undefined> => {
  const query = new URLSearchParams({ changeToken: token, ...(wait > 0 && { wait: String(wait) }) });
  const response = await withTimeout('GetChanges', caller.get(`${CHANGES_PATH}?${query}`)).catch(
    (error: unknown) => {
      if (error instanceof TimeoutError) throw error;
      return undefined;
    },
  );
  if (response === undefined || response.status === 503) return undefined;
  if (response.status !== 200 || !response.body.success) {
    throw new Error(`GetChanges returned ${response.status} ${JSON.stringify(response.body).slice(0, 500)}`);
  }
  const { results, nextChangeToken } = response.body.result;
  return {
    entries: results.map(toEntityState),
    nextToken: readToken(nextChangeToken),
    isLast: results.length < limits.changePage,
  };
};

export type FollowOptions = {
  reader: string;
  /** Returns a client for a running server. Called for every page. */
  getCaller: () => Promise<Caller>;
  from: SavedToken | 'end';
  /** The maximum number of seconds the server may wait for new changes. */
  wait?: number;
  onPage?: (saved: SavedToken) => void;
};

/**
 * Reads page after page until the signal is aborted, then on to the end of the feed. If all writes finish before the
 * abort, the last page is requested after all writes.
 */
export const followFeed = async (
  { reader, getCaller, from, wait = 0, onPage = () => {} }: FollowOptions,
  signal: AbortSignal,
): Promise<FeedReading> => {
  const fetchPage = async (token: string) => {
    for (;;) {
      const requestedAt = performance.now();
      const page = await readPage(await getCaller(), token, signal.aborted ? 0 : wait);
      if (page !== undefined) return { ...page, requestedAt };
      await setTimeout(RETRY_AFTER_MS);
    }
  };
  const start =
    from === 'end'
      ? { token: (await fetchPage(HIGHEST_TOKEN)).nextToken, issuedAt: performance.now() }
      : from;
  const pages: Page[] = [];
  for (let { token } = start; ; token = pages.at(-1)!.nextToken) {
    const wasAborted = signal.aborted;
    const page = await fetchPage(formatToken(token));
    pages.push(page);
    onPage({ token: page.nextToken, issuedAt: performance.now() });
    if (wasAborted && page.isLast) return { reader, ...start, pages };
  }
};
