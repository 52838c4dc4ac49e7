import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const CHANGES_CHANNEL = 'ronda_changes';

/** Other processes are told at most this often, whatever is written: their waiters wake this much later. */
const TELL_EVERY_MS = 50;
/** A notification carries at most 8,000 bytes. */
const TENANTS_A_NOTIFICATION = 500;

/**
 * Wakes those who wait for news of a tenant (decision C12). A waiter is a timer and a callback: it holds no database
 * connection. Signals may be lost or late without harm, for positions are given by reading, not by signals.
 */
export type ChangeSignal = {
  /** Something of the tenant was committed by this process. */
  announce(tenantId: number): void;
  /** Resolves with true at the next news of the tenant; with false after `ms`, when `abort` fires, or on `close`. */
  wait(tenantId: number, ms: number, abort: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
};

export const createChangeSignal = (database: DatabaseHandle): ChangeSignal => {
  const waiters = new Map<number, Set<(isNews: boolean) => void>>();
  const closing = new AbortController();

  const wake = (tenantId: number) => {
    const woken = waiters.get(tenantId);
    waiters.delete(tenantId);
    for (const resume of woken ?? []) resume(true);
  };
  const teller = tellOthers(database.db);
  const listener = database.listen(
    CHANGES_CHANNEL,
    (payload) => {
      for (const tenantId of payload.split(',')) wake(Number(tenantId));
    },
    // Whatever was said while the connection was away is lost: everybody looks again.
    () => {
      for (const tenantId of [...waiters.keys()]) wake(tenantId);
    },
  );

  return {
    announce: (tenantId) => {
      wake(tenantId);
      teller.tell(tenantId);
    },
    wait: (tenantId, ms, abort) =>
      new Promise((resolve) => {
        const over = AbortSignal.any([abort, closing.signal]);
        const resume = (isNews: boolean) => {
          clearTimeout(timer);
          over.removeEventListener('abort', giveUp);
          waiters.get(tenantId)?.delete(resume);
          resolve(isNews);
        };
        const giveUp = () => resume(false);
        const timer = setTimeout(giveUp, ms);
        over.addEventListener('abort', giveUp);
        if (over.aborted) return giveUp();
        waiters.set(tenantId, (waiters.get(tenantId) ?? new Set()).add(resume));
      }),
    close: async () => {
      teller.stop();
      closing.abort();
      await listener.close();
    },
  };
};

/** Tells the other processes whose feed moved, many changes in one notification. */
const tellOthers = (db: Database) => {
  const untold = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    const tenantIds = [...untold].slice(0, TENANTS_A_NOTIFICATION);
    for (const tenantId of tenantIds) untold.delete(tenantId);
    if (untold.size > 0) timer = setTimeout(flush, TELL_EVERY_MS);
    run(db, 'select pg_notify($1, $2)', [CHANGES_CHANNEL, tenantIds.join(',')]).catch(() => {
      // The database is away; when it is back, every listener reconnects and looks by itself.
    });
  };

  return {
    tell: (tenantId: number) => {
      untold.add(tenantId);
      timer ??= setTimeout(flush, TELL_EVERY_MS);
    },
    stop: () => clearTimeout(timer),
  };
};
