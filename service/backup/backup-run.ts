import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Runs a statement and returns its rows, on whichever connection its caller has. */
type Ask = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Any constant will do, as long as every backup and restore of a database uses the same. */
const BACKUP_LOCK = 7_101_980;

/** Whether this connection now holds the one lock that a backup or restore needs; it is released with the connection. */
export const tryLockBackup = async (ask: Ask): Promise<boolean> => {
  const [answer] = await ask<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    BACKUP_LOCK,
  ]);
  return answer!.isOurs;
};

export type RunningBackup = { startedAt: Date; target: string; host: string; processId: number };

export const findRunningBackup = async (ask: Ask): Promise<RunningBackup | undefined> => {
  const [found] = await ask<RunningBackup>(
    `select started_at as "startedAt", target, host, process_id as "processId"
     from backup_run where state = 'running' order by run_id desc limit 1`,
  );
  return found;
};

/** Runs whose process died. For the holder of the lock: nobody else is running then. */
export const failAbandonedRuns = (ask: Ask): Promise<unknown> =>
  ask(
    `update backup_run set state = 'failed', ended_at = now(), error = 'It ended without a result: its process was killed, or its machine stopped.'
     where state = 'running'`,
  );

export type NewRun = {
  target: string;
  set: string;
  host: string;
  processId: number;
  /** When the schedule asked for it; null for a command. */
  dueAt: Date | null;
};

/** undefined: another server makes, or made, the backup that was due then. */
export const startRun = async (
  ask: Ask,
  { target, set, host, processId, dueAt }: NewRun,
): Promise<string | undefined> => {
  const [started] = await ask<{ id: string }>(
    `insert into backup_run (target, set_name, host, process_id, due_at) values ($1, $2, $3, $4, $5)
     on conflict on constraint backup_run_due_key do nothing returning run_id::text as id`,
    [target, set, host, processId, dueAt],
  );
  return started?.id;
};

export const succeedRun = async (
  ask: Ask,
  id: string,
  { snapshotAt, bytes }: { snapshotAt: string; bytes: number },
): Promise<void> => {
  await ask(
    `update backup_run set state = 'succeeded', ended_at = now(), snapshot_at = $2, bytes = $3 where run_id = $1`,
    [id, snapshotAt, bytes],
  );
  await ask(`delete from backup_run where started_at < now() - interval '1 year'`);
};

const LONGEST_ERROR = 1_000;

export const failRun = (ask: Ask, id: string, error: string): Promise<unknown> =>
  ask(`update backup_run set state = 'failed', ended_at = now(), error = $2 where run_id = $1`, [
    id,
    error.slice(0, LONGEST_ERROR).toWellFormed().replaceAll('\0', ''),
  ]);

/** In a restored database, marks the backup that it was restored from as succeeded: the set was written while it still ran. */
export const recordRestoredRun = async (
  ask: Ask,
  { set, snapshotAt, finishedAt }: { set: string; snapshotAt: string; finishedAt: string },
): Promise<void> => {
  await ask(
    `update backup_run set state = 'succeeded', ended_at = $2, snapshot_at = $3 where set_name = $1`,
    [set, finishedAt, snapshotAt],
  );
  await failAbandonedRuns(ask);
};

export type BackupStatus = {
  /** The moment whose state the newest good backup holds. */
  lastGoodAt: Date | null;
  /** When the newest backup failed; null when it succeeded, or none has ended. */
  failedAt: Date | null;
};

/** Of all tenants together. */
export const readBackupStatus = async (db: Database): Promise<BackupStatus> => {
  const [status] = await run<BackupStatus>(
    db,
    `select (select max(snapshot_at) from backup_run where state = 'succeeded') as "lastGoodAt",
            (select case when state = 'failed' then ended_at end from backup_run
             where state <> 'running' order by run_id desc limit 1) as "failedAt"
     where $1`,
    [true],
  );
  return status!;
};
