import {
  type Ask,
  type HistoryMemory,
  hasBranched,
  recogniseHistory,
} from '#service/changes/feed-history.ts';
import type { Database } from '#service/database/connect.ts';
import type { Log } from './log.ts';

/** Recognises the database, and says so when it was restored or promoted (decision C6). */
export const recognise = async (steward: Database, memory: HistoryMemory, log: Log): Promise<void> => {
  const outcome = await recogniseHistory(steward, { memory, now: Date.now() });
  if (outcome === 'branched') {
    log.warn(
      'The database was restored or promoted: change tokens of the lost history are served from the start',
    );
  }
};

/** What each new connection is asked first, so that no position is given out in a history that is not recognised. */
export const guardHistory =
  (steward: Database, memory: HistoryMemory, log: Log) =>
  async (ask: Ask): Promise<void> => {
    if (await hasBranched(ask, memory)) await recognise(steward, memory, log);
  };
