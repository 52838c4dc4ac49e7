import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listParts } from '#service/backup/manifest.ts';
import { readPart } from '#service/backup/parts.ts';
import { listSets, readManifest } from '#service/backup/sets.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { taskBody } from '#service/testing/caller.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { startCommand } from './command-process.ts';
import {
  type Cleanup,
  createTenantCaller,
  createTestTenant,
  type Deployment,
  deploy,
  openPool,
  type TestTenant,
} from './deployment.ts';
import { followFeed } from './follow-feed.ts';
import { type EntityState, type FeedReading, findViolations, type Write } from './history-checker.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { readTables } from './task-revisions.ts';

const TASKS_AFTER_RESTORE = 5;

type FirstServerHistory = {
  writes: Write[];
  readings: FeedReading[];
  tenant: TestTenant;
  violations: string[];
};

/**
 * Runs backups under write load and kills them at random moments. The last backup succeeds while writes continue (R10).
 * Its backup set is restored into another database, with the first attempt killed. The restored tables must contain all
 * writes that were acknowledged before the backup started. Readers that continue with tokens from the first server must
 * end up with the same data as the tables.
 */
export const backUpAndRestore = async (
  cleanup: Cleanup,
  { kills, seed, databaseUrl }: { kills: number; seed: number; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'ronda-sets-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const target = await openFiles({ folder });

  const firstDeployment = await deploy(cleanup, databaseUrl);
  const server = await startServer(cleanup, firstDeployment);
  const { db } = openPool(cleanup, firstDeployment.connection);
  const tenant = await createTestTenant(db);
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 4, seed });
  const violations: string[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await load.waitForWrites(20);
    const command = startCommand(cleanup, firstDeployment, ['backup', folder]);
    await Promise.race([waitForBackup(db, kill), command.exited]);
    await setTimeout(random() * 600);
    await command.kill();
    violations.push(...(await findIncompleteSets(target)));
    onProgress(`backup killed ${kill} of ${kills}`);
  }
  await load.waitForWrites(20);
  const startedAt = performance.now();
  const backup = await startCommand(cleanup, firstDeployment, ['backup', folder, '--keep', '1']).exited;
  const endedAt = performance.now();
  if (backup.code !== 0) violations.push(`the backup exited with code ${backup.code}: ${backup.errorOutput}`);
  violations.push(...(await findIncompleteSets(target)));
  const sets = await listSets(target);
  if (sets.length !== 1) violations.push(`the target contains ${sets.length} backup sets instead of one`);
  await load.waitForWrites(100);
  const { violations: loadViolations, readings } = await load.finish(db);
  violations.push(...loadViolations, ...findErrors(server));
  await server.stop();
  onProgress('backed up');

  const secondDeployment = await deploy(cleanup, databaseUrl);
  violations.push(
    ...(await restoreTwice(cleanup, secondDeployment, { folder, killAfterMs: random() * 300 })),
  );
  onProgress('restored');
  const firstHistory = { writes: load.writes, readings, tenant, violations };
  await checkRestoredDeployment(cleanup, secondDeployment, firstHistory, { startedAt, endedAt });
  return {
    violations,
    figures: {
      writes: load.writes.length,
      'backup under load, ms': Math.round(endedAt - startedAt),
    },
  };
};

const waitForBackup = (db: Parameters<typeof run>[0], number: number) =>
  waitUntil(`backup ${number} has started`, async () => {
    const [row] = await run<{ count: number }>(
      db,
      `select count(*)::integer as count from backup_run where $1`,
      [true],
    );
    return row!.count >= number;
  });

/** Returns a message for each incomplete backup set with a manifest. */
const findIncompleteSets = async (target: Files): Promise<string[]> => {
  const problems: string[] = [];
  for (const { name, isComplete } of await listSets(target)) {
    if (!isComplete) continue;
    try {
      const manifest = await readManifest(target, name);
      for (const part of listParts(manifest)) await readPart(target, name, part);
    } catch (error) {
      problems.push(`the set ${name} has a manifest, but is not complete: ${(error as Error).message}`);
    }
  }
  return problems;
};

/** Kills a restore and then runs it again. A server must refuse to start until the second restore has finished. */
const restoreTwice = async (
  cleanup: Cleanup,
  deployment: Deployment,
  { folder, killAfterMs }: { folder: string; killAfterMs: number },
): Promise<string[]> => {
  const violations: string[] = [];
  const firstRestore = startCommand(cleanup, deployment, ['restore', folder]);
  const { db } = openPool(cleanup, createObserverConnection(deployment));
  const hasUnfinishedMarker = async () => {
    const [row] = await run<{ marker: string | null }>(
      db,
      `select to_regclass('restore_unfinished')::text as marker where $1`,
      [true],
    ).catch(() => []);
    return row?.marker != null;
  };
  await waitUntil('the restore has started', hasUnfinishedMarker, 120_000);
  await setTimeout(killAfterMs);
  await firstRestore.kill();
  const isUnfinished = await hasUnfinishedMarker();
  if (isUnfinished) {
    const outcome = await startServer(cleanup, deployment).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    if (!/did not finish/.test(outcome))
      violations.push(`a server was started after an unfinished restore: ${outcome}`);
  } else violations.push('the restore exited before it was killed');
  const { code, errorOutput } = await startCommand(cleanup, deployment, ['restore', folder]).exited;
  if (code !== 0) violations.push(`the second restore exited with code ${code}: ${errorOutput}`);
  return violations;
};

/** Connects under a different application name: a restore rejects a database that Ronda is using. */
const createObserverConnection = ({ connection }: Deployment) => {
  const url =
    'connectionString' in connection
      ? connection.connectionString
      : `postgres://${connection.user}@/${connection.database}?host=${connection.host}`;
  const name = 'application_name=observer';
  return { connectionString: `${url}${url.includes('?') ? '&' : '?'}${name}` };
};

const checkRestoredDeployment = async (
  cleanup: Cleanup,
  deployment: Deployment,
  { writes, readings, tenant, violations }: FirstServerHistory,
  { startedAt, endedAt }: { startedAt: number; endedAt: number },
): Promise<void> => {
  const server = await startServer(cleanup, deployment);
  const { db } = openPool(cleanup, deployment.connection);
  const restoredTables = await readTables(db, tenant.organisation.tenantId);
  const writesBeforeBackup = writes.filter(({ acknowledgedAt }) => acknowledgedAt < startedAt);
  violations.push(
    ...findViolations({ writes: writesBeforeBackup, readings: [], tables: restoredTables }).map(
      ({ message }) => message,
    ),
  );
  const earlierEntities = new Set(
    writes.filter((write) => write.startedAt <= endedAt).map(({ entity }) => entity),
  );
  const laterEntities = [...restoredTables.keys()].filter((entity) => !earlierEntities.has(entity));
  if (laterEntities.length > 0)
    violations.push(`the backup set contains later writes: ${laterEntities.slice(0, 5)}`);

  // Adds tasks so that the restored server already has newer changes when the readers continue.
  const erp = createTenantCaller(server.url, tenant, 'erp');
  for (let number = 1; number <= TASKS_AFTER_RESTORE; number++) {
    await erp.task('post', taskBody({ externalId: `after the restore ${number}` }));
  }
  const tables = await readTables(db, tenant.organisation.tenantId);
  for (const reading of readings) {
    const userName = reading.reader === 'the single-team reader' ? 'follower' : 'erp';
    const continuedReading = await followFeed(
      {
        reader: reading.reader,
        getCaller: async () => createTenantCaller(server.url, tenant, userName),
        from: { token: reading.pages.at(-1)!.nextToken, issuedAt: reading.issuedAt },
      },
      AbortSignal.abort(),
    );
    violations.push(...compareCopy(reading, continuedReading, tables));
  }
  violations.push(...findErrors(server));
};

/**
 * Compares the tables with the copy of a reader that followed both servers. Ignores tasks lost in the restore. The
 * second server may send the feed from the start, so its first token may be lower than the last one from the first
 * server. On each server, tokens must not decrease.
 */
const compareCopy = (
  firstReading: FeedReading,
  secondReading: FeedReading,
  tables: ReadonlyMap<string, EntityState>,
): string[] => {
  const pages = [...firstReading.pages, ...secondReading.pages].map((page) => ({
    ...page,
    entries: page.entries.filter(({ entity }) => tables.has(entity)),
  }));
  const violationsOnBoth = findViolations({ writes: [], readings: [{ ...firstReading, pages }], tables });
  const violationsOnSecond = findViolations({
    writes: [],
    readings: [{ ...secondReading, token: 0n }],
    tables,
  });
  return [
    ...violationsOnBoth.filter(({ rule }) => rule !== 'token decreased'),
    ...violationsOnSecond.filter(({ rule }) => rule === 'token decreased'),
  ].map(({ rule, message }) => `${rule}: ${message}`);
};
