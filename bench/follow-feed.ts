import { limits } from '#contract/limits.ts';
import { CHANGES_PATH } from './baseline-entry.ts';

type Entry = {
  id: string;
  externalId: string;
  state: number;
  isDeleted: boolean;
  lastModificationTime: string;
};

type Page = { result: { results: Entry[]; nextChangeToken: string } };

export type FeedFollower = {
  /**
   * Follows the feed to its end. Returns the latest version of every entry, and every token that is lower than its
   * predecessor.
   */
  stop(): Promise<{ entries: Map<string, Entry>; regressedTokens: string[] }>;
};

/** The pause before the next request if the last page was not full. */
const PAUSE_MS = 100;

/** Simulates an external application that copies all tasks by following the feed from the beginning. */
export const followFeed = (url: string, accessToken: string): FeedFollower => {
  const entries = new Map<string, Entry>();
  const regressedTokens: string[] = [];
  let isStopping = false;

  const follow = async () => {
    for (let token = ''; ; ) {
      const wasStopping = isStopping;
      const query = token === '' ? '' : `?changeToken=${token}`;
      const response = await fetch(`${url}${CHANGES_PATH}${query}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      const { result } = (await response.json()) as Page;
      for (const entry of result.results) entries.set(entry.id, entry);
      const hasChanged = result.nextChangeToken !== token;
      if (hasChanged && token !== '' && readPosition(result.nextChangeToken) < readPosition(token)) {
        regressedTokens.push(result.nextChangeToken);
      }
      token = result.nextChangeToken;
      if (!hasChanged && wasStopping) return;
      if (result.results.length < limits.changePage)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const followPromise = follow();
  // `stop` reports a failure.
  followPromise.catch(() => {});

  return {
    stop: async () => {
      isStopping = true;
      await followPromise;
      return { entries, regressedTokens };
    },
  };
};

const readPosition = (token: string): bigint => Buffer.from(token, 'base64url').readBigUInt64BE();
