import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSets } from '#service/backup/sets.ts';
import { run } from '#service/database/statement.ts';
import { openFiles } from '#service/files/open-files.ts';
import { deploy, openPool, type Stage } from './deployment.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { until } from './until.ts';

const TWO_MINUTES_MS = 120_000;

/** The server is killed during a scheduled backup and started again; with two servers, one makes each backup (R10). */
export const killScheduledBackup = async (
  stage: Stage,
  { databaseUrl }: { databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronda-sets-'));
  stage.defer(() => rm(folder, { recursive: true, force: true }));
  const target = await openFiles({ folder });
  const deployment = await deploy(stage, databaseUrl);
  const settings = { BACKUP_TO: folder, BACKUP_AT: '* * * * *', BACKUP_KEEP: '2' };
  const server = await startServer(stage, deployment, { settings });
  const { db } = openPool(stage, deployment.connection);
  const runs = (state: string) =>
    run<{ due: Date }>(db, 'select due_at as due from backup_run where state = $1 order by run_id', [state]);

  await until('a scheduled backup runs', async () => (await runs('running')).length > 0, TWO_MINUTES_MS);
  await server.kill();
  tell('killed while a scheduled backup runs');
  const [one, two] = [
    await startServer(stage, deployment, { settings }),
    await startServer(stage, deployment, { settings }),
  ];
  await until(
    'the next backups are made',
    async () => (await runs('succeeded')).length >= 2,
    2 * TWO_MINUTES_MS,
  );
  const sets = (await listSets(target)).filter(({ isWhole }) => isWhole);
  const violations = [...errorsOf(one), ...errorsOf(two)];
  if (sets.length > 3) violations.push(`${sets.length} sets are there, and two should stay`);
  const all = (await runs('succeeded')).map(({ due }) => due.getTime());
  if (new Set(all).size !== all.length) violations.push('a backup was made twice');
  return { violations, figures: { backups: all.length } };
};
