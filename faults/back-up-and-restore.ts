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
import { type FeedReading, findViolations, type View, type Write } from './history-checker.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { readTables } from './task-view.ts';

const TASKS_AFTER_RESTORE = 5;

type FirstHistory = { writes: Write[]; readings: FeedReading[]; tenant: TestTenant; violations: string[] };

/**
 * Backups run under write load and are killed at random moments. The last one succeeds while writes continue
 * (R10). Its backup set is restored into another database, where the first restore is killed. The tables must
 * contain all writes acknowledged before the backup, and readers with tokens from the first server must end
 * up with the state of the tables.
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

  const first = await deploy(cleanup, databaseUrl);
  const server = await startServer(cleanup, first);
  const { db } = openPool(cleanup, first.connection);
  const tenant = await createTestTenant(db);
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 4, seed });
  const violations: string[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await load.waitForWrites(20);
    const command = startCommand(cleanup, first, ['backup', folder]);
    await Promise.race([waitForBackup(db, kill), command.exited]);
    await setTimeout(random() * 600);
    await command.kill();
    violations.push(...(await findBrokenSets(target)));
    onProgress(`backup killed ${kill} of ${kills}`);
  }
  await load.waitForWrites(20);
  const startedAt = performance.now();
  const backup = await startCommand(cleanup, first, ['backup', folder, '--keep', '1']).exited;
  const endedAt = performance.now();
  if (backup.code !== 0) violations.push(`the backup exited with code ${backup.code}: ${backup.errorOutput}`);
  violations.push(...(await findBrokenSets(target)));
  const sets = await listSets(target);
  if (sets.length !== 1) violations.push(`the target contains ${sets.length} backup sets instead of one`);
  await load.waitForWrites(100);
  const { violations: loadViolations, readings } = await load.finish(db);
  violations.push(...loadViolations, ...findErrors(server));
  await server.stop();
  onProgress('backed up');

  const second = await deploy(cleanup, databaseUrl);
  violations.push(...(await restoreTwice(cleanup, second, { folder, pause: random() * 300 })));
  onProgress('restored');
  const firstHistory = { writes: load.writes, readings, tenant, violations };
  await checkRestored(cleanup, second, firstHistory, { startedAt, endedAt });
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

/** Backup sets that have a manifest but are incomplete. */
const findBrokenSets = async (target: Files): Promise<string[]> => {
  const broken: string[] = [];
  for (const { name, isComplete } of await listSets(target)) {
    if (!isComplete) continue;
    try {
      const manifest = await readManifest(target, name);
      for (const part of listParts(manifest)) await readPart(target, name, part);
    } catch (error) {
      broken.push(`the set ${name} has a manifest, but is not complete: ${(error as Error).message}`);
    }
  }
  return broken;
};

/** Kills a restore and then repeats it. A server must not start in between. */
const restoreTwice = async (
  cleanup: Cleanup,
  deployment: Deployment,
  { folder, pause }: { folder: string; pause: number },
): Promise<string[]> => {
  const violations: string[] = [];
  const killed = startCommand(cleanup, deployment, ['restore', folder]);
  const { db } = openPool(cleanup, createObserverConnection(deployment));
  const hasMarker = async () => {
    const [row] = await run<{ marker: string | null }>(
      db,
      `select to_regclass('restore_unfinished')::text as marker where $1`,
      [true],
    ).catch(() => []);
    return row?.marker != null;
  };
  await waitUntil('the restore has started', hasMarker, 120_000);
  await setTimeout(pause);
  await killed.kill();
  const isUnfinished = await hasMarker();
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

/** A connection with a different application name because a restore rejects a database that Ronda is using. */
const createObserverConnection = ({ connection }: Deployment) => {
  const url =
    'connectionString' in connection
      ? connection.connectionString
      : `postgres://${connection.user}@/${connection.database}?host=${connection.host}`;
  const name = 'application_name=observer';
  return { connectionString: `${url}${url.includes('?') ? '&' : '?'}${name}` };
};

const checkRestored = async (
  cleanup: Cleanup,
  deployment: Deployment,
  { writes, readings, tenant, violations }: FirstHistory,
  { startedAt, endedAt }: { startedAt: number; endedAt: number },
): Promise<void> => {
  const server = await startServer(cleanup, deployment);
  const { db } = openPool(cleanup, deployment.connection);
  const restored = await readTables(db, tenant.organisation.tenantId);
  const before = writes.filter(({ acknowledgedAt }) => acknowledgedAt < startedAt);
  violations.push(
    ...findViolations({ writes: before, readings: [], tables: restored }).map(({ message }) => message),
  );
  const earlierEntities = new Set(
    writes.filter((write) => write.startedAt <= endedAt).map(({ entity }) => entity),
  );
  const laterEntities = [...restored.keys()].filter((entity) => !earlierEntities.has(entity));
  if (laterEntities.length > 0)
    violations.push(`the backup set contains later writes: ${laterEntities.slice(0, 5)}`);

  // Adds tasks so that the server has already been used when the readers continue.
  const erp = createTenantCaller(server.url, tenant, 'erp');
  for (let number = 1; number <= TASKS_AFTER_RESTORE; number++) {
    await erp.task('post', taskBody({ externalId: `after the restore ${number}` }));
  }
  const tables = await readTables(db, tenant.organisation.tenantId);
  for (const reading of readings) {
    const userName = reading.reader === 'the single-team reader' ? 'follower' : 'erp';
    const followed = await followFeed(
      {
        reader: reading.reader,
        caller: async () => createTenantCaller(server.url, tenant, userName),
        from: { token: reading.pages.at(-1)!.nextToken, since: reading.since },
      },
      AbortSignal.abort(),
    );
    violations.push(...compareCopy(reading, followed, tables));
  }
  violations.push(...findErrors(server));
};

/**
 * Compares the copy of a reader that followed both servers with the tables, ignoring tasks from the lost history. The
 * second server may send the feed from the start, so tokens must increase on each server, but not across the two.
 */
const compareCopy = (
  reading: FeedReading,
  followed: FeedReading,
  tables: ReadonlyMap<string, View>,
): string[] => {
  const pages = [...reading.pages, ...followed.pages].map((page) => ({
    ...page,
    entries: page.entries.filter(({ entity }) => tables.has(entity)),
  }));
  const violationsOnBoth = findViolations({ writes: [], readings: [{ ...reading, pages }], tables });
  const violationsOnSecond = findViolations({ writes: [], readings: [{ ...followed, token: 0n }], tables });
  return [
    ...violationsOnBoth.filter(({ rule }) => rule !== 'token decreased'),
    ...violationsOnSecond.filter(({ rule }) => rule === 'token decreased'),
  ].map(({ rule, message }) => `${rule}: ${message}`);
};
