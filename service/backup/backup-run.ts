import type { Database } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';

type RunQuery = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** An arbitrary key, shared by all backups and restores of a database. */
const BACKUP_LOCK = 7_101_980;

/** Acquires the lock that serialises backups and restores. Closing the connection releases it. */
export const tryLockBackup = async (query: RunQuery): Promise<boolean> => {
  const [row] = await query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    BACKUP_LOCK,
  ]);
  return row!.isOurs;
};

export type RunningBackup = { startedAt: Date; target: string; host: string; processId: number };

export const findRunningBackup = async (query: RunQuery): Promise<RunningBackup | undefined> => {
  const [row] = await query<RunningBackup>(
    `select started_at as "startedAt", target, host, process_id as "processId"
     from backup_run where state = 'running' order by run_id desc limit 1`,
  );
  return row;
};

/** Marks runs whose process died as failed. The caller must hold the lock, so no other run can be active. */
export const failAbandonedRuns = (query: RunQuery): Promise<unknown> =>
  query(
    `update backup_run set state = 'failed', ended_at = now(), error = 'The backup ended without a result: its process was killed or its machine stopped.'
     where state = 'running'`,
  );

export type NewRun = {
  target: string;
  set: string;
  host: string;
  processId: number;
  /** The scheduled time, or null if an operator started the backup. */
  dueAt: Date | null;
};

/** Returns the ID of the new run, or undefined if another server has started the backup for `dueAt`. */
export const startRun = async (
  query: RunQuery,
  { target, set, host, processId, dueAt }: NewRun,
): Promise<string | undefined> => {
  const [row] = await query<{ id: string }>(
    `insert into backup_run (target, set_name, host, process_id, due_at) values ($1, $2, $3, $4, $5)
     on conflict on constraint backup_run_due_key do nothing returning run_id::text as id`,
    [target, set, host, processId, dueAt],
  );
  return row?.id;
};

export const completeRun = async (
  query: RunQuery,
  id: string,
  { snapshotAt, bytes }: { snapshotAt: string; bytes: number },
): Promise<void> => {
  await query(
    `update backup_run set state = 'succeeded', ended_at = now(), snapshot_at = $2, bytes = $3 where run_id = $1`,
    [id, snapshotAt, bytes],
  );
  // Keep the run of each target's newest set, or the set would appear to have been created by another database.
  await query(
    `delete from backup_run where started_at < now() - interval '1 year' and exists (
       select from backup_run as newer
       where newer.target = backup_run.target and newer.set_name > backup_run.set_name and newer.state = 'succeeded')`,
  );
};

const MAX_ERROR_LENGTH = 1_000;

export const failRun = (query: RunQuery, id: string, error: string): Promise<unknown> =>
  query(`update backup_run set state = 'failed', ended_at = now(), error = $2 where run_id = $1`, [
    id,
    error.slice(0, MAX_ERROR_LENGTH).toWellFormed().replaceAll('\0', ''),
  ]);

/** Marks the restored backup's run as successful: in the set itself, it is still in progress. */
export const recordRestoredRun = async (
  query: RunQuery,
  { set, snapshotAt, finishedAt }: { set: string; snapshotAt: string; finishedAt: string },
): Promise<void> => {
  await query(
    `update backup_run set state = 'succeeded', ended_at = $2, snapshot_at = $3 where set_name = $1`,
    [set, finishedAt, snapshotAt],
  );
  await failAbandonedRuns(query);
};

export type BackupStatus = {
  /** The snapshot time of the newest successful backup. */
  lastSucceededAt: Date | null;
  /** Null if the newest backup succeeded or none has finished yet. */
  failedAt: Date | null;
};

const READ_BACKUP_STATUS = statement('read-backup-status')`
  select (select max(snapshot_at) from backup_run where state = 'succeeded') as "lastSucceededAt",
         (select case when state = 'failed' then ended_at end from backup_run
          where state <> 'running' order by run_id desc limit 1) as "failedAt"
  where $1`;

export const readBackupStatus = (db: Database): Promise<BackupStatus> =>
  readRow(db, READ_BACKUP_STATUS, [true]);
