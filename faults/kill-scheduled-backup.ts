import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSets } from '#service/backup/sets.ts';
import { run } from '#service/database/statement.ts';
import { openFiles } from '#service/files/open-files.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, deploy, openPool } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';

const TWO_MINUTES_MS = 120_000;

/**
 * Kills the server during a scheduled backup, then starts two servers. Each backup is created by only one of them
 * (R10).
 */
export const killScheduledBackup = async (
  cleanup: Cleanup,
  { databaseUrl }: { databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-sets-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const target = await openFiles({ folder });
  const deployment = await deploy(cleanup, databaseUrl);
  const settings = { BACKUP_TO: folder, BACKUP_AT: '* * * * *', BACKUP_KEEP: '2' };
  const server = await startServer(cleanup, deployment, { settings });
  const { db } = openPool(cleanup, deployment.connection);
  const listRuns = (state: string) =>
    run<{ due: Date }>(db, 'select due_at as due from backup_run where state = $1 order by run_id', [state]);

  await waitUntil(
    'a scheduled backup is running',
    async () => (await listRuns('running')).length > 0,
    TWO_MINUTES_MS,
  );
  await server.kill();
  onProgress('killed during a scheduled backup');
  const [firstServer, secondServer] = [
    await startServer(cleanup, deployment, { settings }),
    await startServer(cleanup, deployment, { settings }),
  ];
  await waitUntil(
    'the next backups have succeeded',
    async () => (await listRuns('succeeded')).length >= 2,
    2 * TWO_MINUTES_MS,
  );
  const completeSets = (await listSets(target)).filter(({ isComplete }) => isComplete);
  const violations = [...findErrors(firstServer), ...findErrors(secondServer)];
  if (completeSets.length > 3)
    violations.push(`${completeSets.length} backup sets exist instead of at most three`);
  const dueTimes = (await listRuns('succeeded')).map(({ due }) => due.getTime());
  if (new Set(dueTimes).size !== dueTimes.length) violations.push('a backup was created twice');
  return { violations, figures: { backups: dueTimes.length } };
};
