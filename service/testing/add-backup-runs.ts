import { run } from '#service/database/statement.ts';
import type { TestService } from './start-service.ts';

/** Adds a successful backup from 30 hours ago and a failed one from 6 hours ago. */
export const addBackupRuns = async ({ database }: TestService): Promise<void> => {
  await run(
    database.db,
    `insert into backup_run (state, started_at, ended_at, snapshot_at, target, host, process_id)
     values ('succeeded', now() - interval '30 hours', now() - interval '30 hours', now() - interval '30 hours', '', '', $1),
            ('failed', now() - interval '6 hours', now() - interval '6 hours', null, '', '', $1)`,
    [1],
  );
};
