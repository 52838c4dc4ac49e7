import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#service/database/connect.ts';
import { readBackupStatus } from './backup-run.ts';

const SECOND_MS = 1_000;

export const registerBackupMetrics = (registry: Registry, db: Database): void => {
  new Gauge({
    name: 'ronda_backup_last_success_timestamp_seconds',
    help: 'Time of the data in the last successful backup; 0 if there is none',
    // Every process reports the same value.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const status = await tryReadStatus(db);
      if (status) this.set((status.lastSucceededAt?.getTime() ?? 0) / SECOND_MS);
    },
  });
  new Gauge({
    name: 'ronda_backup_last_failed',
    help: '1 if the last backup failed',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const status = await tryReadStatus(db);
      if (status) this.set(status.failedAt === null ? 0 : 1);
    },
  });
};

/** Returns undefined if the database is unreachable, so that the other metrics are still served. */
const tryReadStatus = (db: Database) => readBackupStatus(db).catch(() => undefined);
