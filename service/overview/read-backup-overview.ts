import type { Overview } from '#contract/overview.ts';
import { readBackupStatus } from '#service/backup/backup-run.ts';
import { parseSchedule } from '#service/backup-schedule.ts';
import type { Database } from '#service/database/connect.ts';

/** A single missed backup is not considered late. */
const INTERVALS_UNTIL_LATE = 2;

export const readBackupOverview = async (
  db: Database,
  { now, backupAt }: { now: number; backupAt: string | undefined },
): Promise<Overview['backup']> => {
  const { lastSucceededAt, failedAt } = await readBackupStatus(db);
  const schedule = backupAt === undefined ? undefined : parseSchedule(backupAt);
  const maxAge = schedule && INTERVALS_UNTIL_LATE * schedule.findMaxIntervalMs(new Date(now));
  return {
    lastSucceededAt: lastSucceededAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    isLate: lastSucceededAt !== null && maxAge !== undefined && now - lastSucceededAt.getTime() > maxAge,
    isScheduled: schedule !== undefined,
  };
};
