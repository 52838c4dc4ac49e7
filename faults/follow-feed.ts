import { setTimeout } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import type { Caller } from '#service/testing/caller.ts';
import type { Page, Reading, View } from './history-checker.ts';
import { viewOfEntry } from './task-view.ts';
import { Hanging, inTime } from './until.ts';

const CHANGES = '/api/services/custom/externaltask/GetChanges';
const END = '__________8';
const TRY_AGAIN_MS = 50;

/** A token and when it was handed out: whoever follows it is owed everything that was written later. */
export type HeldToken = { token: bigint; since: number };
export const FROM_THE_START: HeldToken = { token: 0n, since: Number.NEGATIVE_INFINITY };

const positionOf = (token: string): bigint => Buffer.from(token, 'base64url').readBigUInt64BE();
export const tokenAt = (position: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(position);
  return bytes.toString('base64url');
};

export type FeedPage = { entries: View[]; nextToken: bigint; isLast: boolean };

/** One page after a token; undefined when the server or its database was away. Throws when it answers nonsense. */
export const readPage = async (caller: Caller, token: string, wait = 0): Promise<FeedPage | undefined> => {
  const query = new URLSearchParams({ changeToken: token, ...(wait > 0 && { wait: String(wait) }) });
  const answer = await inTime('GetChanges', caller.get(`${CHANGES}?${query}`)).catch((error: unknown) => {
    if (error instanceof Hanging) throw error;
    return undefined;
  });
  if (answer === undefined || answer.status === 503) return undefined;
  if (answer.status !== 200 || !answer.body.success) {
    throw new Error(`GetChanges answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
  }
  const { results, nextChangeToken } = answer.body.result;
  return {
    entries: results.map(viewOfEntry),
    nextToken: positionOf(nextChangeToken),
    isLast: results.length < limits.changePage,
  };
};

export type Follower = {
  reader: string;
  /** Whoever answers at the moment; asked anew for every page. */
  caller: () => Promise<Caller>;
  from: HeldToken | 'end';
  /** Seconds that the server may wait for news. */
  wait?: number;
  /** Told of every page, with the token that it ended with. */
  onPage?: (held: HeldToken) => void;
};

/** Follows the tokens until `stop` and from then on to the end: the last page is asked for after everything. */
export const followFeed = async (
  { reader, caller, from, wait = 0, onPage = () => {} }: Follower,
  stop: AbortSignal,
): Promise<Reading> => {
  const ask = async (token: string) => {
    for (;;) {
      const askedAt = performance.now();
      const page = await readPage(await caller(), token, stop.aborted ? 0 : wait);
      if (page !== undefined) return { ...page, askedAt };
      await setTimeout(TRY_AGAIN_MS);
    }
  };
  const start = from === 'end' ? { token: (await ask(END)).nextToken, since: performance.now() } : from;
  const pages: Page[] = [];
  for (let { token } = start; ; token = pages.at(-1)!.nextToken) {
    const isFinal = stop.aborted;
    const page = await ask(tokenAt(token));
    pages.push(page);
    onPage({ token: page.nextToken, since: performance.now() });
    if (isFinal && page.isLast) return { reader, ...start, pages };
  }
};
