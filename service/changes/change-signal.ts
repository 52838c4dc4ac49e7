import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const CHANGES_CHANNEL = 'ronda_changes';

/** The minimum interval between notifications to other processes. */
const NOTIFY_INTERVAL_MS = 50;
/** PostgreSQL limits a notification to 8,000 bytes. */
const TENANTS_PER_NOTIFICATION = 500;

/** Lost or late signals are harmless: readers get positions only by reading the feed (decision C12). */
export type ChangeSignal = {
  /** Call this after committing a change in the tenant. */
  notifyReaders(tenantId: number): void;
  /** Returns the tenants passed to `notifyReaders` since the last call. */
  takeChangedTenants(): readonly number[];
  /** Resolves to true at the tenant's next change, or to false after `ms`, once `signal` is aborted, or on `close`. */
  wait(tenantId: number, ms: number, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
};

export const createChangeSignal = (database: DatabaseHandle): ChangeSignal => {
  const waiters = new Map<number, Set<(hasChanged: boolean) => void>>();
  const closing = new AbortController();
  const changedTenantIds = new Set<number>();

  const wakeReaders = (tenantId: number) => {
    const readers = waiters.get(tenantId);
    waiters.delete(tenantId);
    for (const resume of readers ?? []) resume(true);
  };
  const notifier = createNotifier(database.db);
  const listener = database.listen(
    CHANGES_CHANNEL,
    (payload) => {
      for (const tenantId of payload.split(',')) wakeReaders(Number(tenantId));
    },
    // Notifications sent while disconnected are lost, so wake all readers.
    () => {
      for (const tenantId of [...waiters.keys()]) wakeReaders(tenantId);
    },
  );

  return {
    notifyReaders: (tenantId) => {
      changedTenantIds.add(tenantId);
      wakeReaders(tenantId);
      notifier.notify(tenantId);
    },
    takeChangedTenants: () => {
      const tenantIds = [...changedTenantIds];
      changedTenantIds.clear();
      return tenantIds;
    },
    wait: (tenantId, ms, signal) =>
      new Promise((resolve) => {
        const stopSignal = AbortSignal.any([signal, closing.signal]);
        const resume = (hasChanged: boolean) => {
          clearTimeout(timer);
          stopSignal.removeEventListener('abort', stopWaiting);
          waiters.get(tenantId)?.delete(resume);
          resolve(hasChanged);
        };
        const stopWaiting = () => resume(false);
        const timer = setTimeout(stopWaiting, ms);
        stopSignal.addEventListener('abort', stopWaiting);
        if (stopSignal.aborted) return stopWaiting();
        waiters.set(tenantId, (waiters.get(tenantId) ?? new Set()).add(resume));
      }),
    close: async () => {
      notifier.stop();
      closing.abort();
      await listener.close();
    },
  };
};

const createNotifier = (db: Database) => {
  const pendingTenantIds = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    const tenantIds = [...pendingTenantIds].slice(0, TENANTS_PER_NOTIFICATION);
    for (const tenantId of tenantIds) pendingTenantIds.delete(tenantId);
    if (pendingTenantIds.size > 0) timer = setTimeout(flush, NOTIFY_INTERVAL_MS);
    run(db, 'select pg_notify($1, $2)', [CHANGES_CHANNEL, tenantIds.join(',')]).catch(() => {
      // The database is unavailable. Readers read again once the listeners have reconnected.
    });
  };

  return {
    notify: (tenantId: number) => {
      pendingTenantIds.add(tenantId);
      timer ??= setTimeout(flush, NOTIFY_INTERVAL_MS);
    },
    stop: () => clearTimeout(timer),
  };
};
