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
   * Follows the feed to its end. Returns a copy of all entries, and any tokens lower than the ones before
   * them.
   */
  stop(): Promise<{ entries: Map<string, Entry>; backwardTokens: string[] }>;
};

/** Pause before the next request if the last page was not full. */
const PAUSE_MS = 100;

/** Simulates an external application that copies all tasks by following the feed from the beginning. */
export const followFeed = (url: string, bearer: string): FeedFollower => {
  const entries = new Map<string, Entry>();
  const backwardTokens: string[] = [];
  let isStopping = false;

  const follow = async () => {
    for (let token = ''; ; ) {
      const wasStopping = isStopping;
      const query = token === '' ? '' : `?changeToken=${token}`;
      const response = await fetch(`${url}${CHANGES_PATH}${query}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      const { result } = (await response.json()) as Page;
      for (const entry of result.results) entries.set(entry.id, entry);
      const isNewer = result.nextChangeToken !== token;
      if (isNewer && token !== '' && readPosition(result.nextChangeToken) < readPosition(token)) {
        backwardTokens.push(result.nextChangeToken);
      }
      token = result.nextChangeToken;
      if (!isNewer && wasStopping) return;
      if (result.results.length < limits.changePage)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const following = follow();

  return {
    stop: async () => {
      isStopping = true;
      await following;
      return { entries, backwardTokens };
    },
  };
};

const readPosition = (token: string): bigint => Buffer.from(token, 'base64url').readBigUInt64BE();
