import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { membersOf } from '#service/backup/manifest.ts';
import { readMember } from '#service/backup/parts.ts';
import { listSets, readManifest } from '#service/backup/sets.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { draft } from '#service/testing/caller.ts';
import { createAddresses } from './addresses.ts';
import { startCommand } from './command-process.ts';
import { type Cast, callerAt, castIn, type Deployment, deploy, openPool, type Stage } from './deployment.ts';
import { followFeed } from './follow-feed.ts';
import { type Reading, type View, violationsOf, type Write } from './history-checker.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { randomFrom } from './random.ts';
import { errorsOf, startServer } from './server-process.ts';
import { readTables } from './task-view.ts';
import { until } from './until.ts';

const TASKS_AFTER_RESTORE = 5;

type Life = { writes: Write[]; readings: Reading[]; cast: Cast; violations: string[] };

/**
 * Backups run under write load and are killed at random moments; one succeeds, and writes continue (R10). Its set is
 * restored elsewhere, where the first restore is killed. The tables must hold everything acknowledged before the backup,
 * and readers with tokens of the first server must end with the state of the tables.
 */
export const backUpAndRestore = async (
  stage: Stage,
  { kills, seed, databaseUrl }: { kills: number; seed: number; databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'ronda-sets-'));
  stage.defer(() => rm(folder, { recursive: true, force: true }));
  const target = await openFiles({ folder });

  const first = await deploy(stage, databaseUrl);
  const server = await startServer(stage, first);
  const { db } = openPool(stage, first.connection);
  const cast = await castIn(db);
  const load = startLoad(stage, { addresses: createAddresses(server.url), cast, writers: 4, seed });
  const violations: string[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await load.acknowledged(20);
    const command = startCommand(stage, first, ['backup', folder]);
    await Promise.race([backupBegun(db, kill), command.ended]);
    await setTimeout(random() * 600);
    await command.kill();
    violations.push(...(await brokenSets(target)));
    tell(`backup killed ${kill} of ${kills}`);
  }
  await load.acknowledged(20);
  const beganAt = performance.now();
  const backup = await startCommand(stage, first, ['backup', folder, '--keep', '1']).ended;
  const endedAt = performance.now();
  if (backup.code !== 0) violations.push(`the backup ended with ${backup.code}: ${backup.complaint}`);
  violations.push(...(await brokenSets(target)));
  const sets = await listSets(target);
  if (sets.length !== 1) violations.push(`the target holds ${sets.length} sets, not one`);
  await load.acknowledged(100);
  const { violations: found, readings } = await load.finish(db);
  violations.push(...found, ...errorsOf(server));
  await server.stop();
  tell('backed up');

  const second = await deploy(stage, databaseUrl);
  violations.push(...(await restoreTwice(stage, second, { folder, pause: random() * 300 })));
  tell('restored');
  const life = { writes: load.writes, readings, cast, violations };
  await judgeRestored(stage, second, life, { beganAt, endedAt });
  return {
    violations,
    figures: {
      writes: load.writes.length,
      'backup under load, ms': Math.round(endedAt - beganAt),
    },
  };
};

const backupBegun = (db: Parameters<typeof run>[0], number: number) =>
  until(`backup ${number} has begun`, async () => {
    const [runs] = await run<{ count: number }>(
      db,
      `select count(*)::integer as count from backup_run where $1`,
      [true],
    );
    return runs!.count >= number;
  });

/** Sets that look complete but are not. */
const brokenSets = async (target: Files): Promise<string[]> => {
  const broken: string[] = [];
  for (const { name, isWhole } of await listSets(target)) {
    if (!isWhole) continue;
    try {
      const manifest = await readManifest(target, name);
      for (const member of membersOf(manifest)) await readMember(target, name, member);
    } catch (error) {
      broken.push(`the set ${name} looks whole: ${(error as Error).message}`);
    }
  }
  return broken;
};

/** A restore that is killed, and a second one. No server may start in between. */
const restoreTwice = async (
  stage: Stage,
  deployment: Deployment,
  { folder, pause }: { folder: string; pause: number },
): Promise<string[]> => {
  const violations: string[] = [];
  const killed = startCommand(stage, deployment, ['restore', folder]);
  const { db } = openPool(stage, observing(deployment));
  const isMarked = async () => {
    const [found] = await run<{ mark: string | null }>(
      db,
      `select to_regclass('restore_unfinished')::text as mark where $1`,
      [true],
    ).catch(() => []);
    return found?.mark != null;
  };
  await until('the restore has begun', isMarked, 120_000);
  await setTimeout(pause);
  await killed.kill();
  const isUnfinished = await isMarked();
  if (isUnfinished) {
    const refused = await startServer(stage, deployment).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    if (!/has not finished/.test(refused))
      violations.push(`a server on a restore that was killed: ${refused}`);
  } else violations.push('the restore was over before it was killed');
  const { code, complaint } = await startCommand(stage, deployment, ['restore', folder]).ended;
  if (code !== 0) violations.push(`the second restore ended with ${code}: ${complaint}`);
  return violations;
};

/** Under another name: a restore refuses a database that Ronda is using. */
const observing = ({ connection }: Deployment) => {
  const address =
    'connectionString' in connection
      ? connection.connectionString
      : `postgres://${connection.user}@/${connection.database}?host=${connection.host}`;
  const name = 'application_name=observer';
  return { connectionString: `${address}${address.includes('?') ? '&' : '?'}${name}` };
};

const judgeRestored = async (
  stage: Stage,
  deployment: Deployment,
  { writes, readings, cast, violations }: Life,
  { beganAt, endedAt }: { beganAt: number; endedAt: number },
): Promise<void> => {
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const restored = await readTables(db, cast.organisation.tenantId);
  const before = writes.filter(({ acknowledgedAt }) => acknowledgedAt < beganAt);
  violations.push(
    ...violationsOf({ writes: before, readings: [], tables: restored }).map(({ message }) => message),
  );
  const known = new Set(writes.filter(({ startedAt }) => startedAt <= endedAt).map(({ entity }) => entity));
  const later = [...restored.keys()].filter((entity) => !known.has(entity));
  if (later.length > 0) violations.push(`the set holds what was written after it: ${later.slice(0, 5)}`);

  // The server is used again before the readers come back.
  const erp = callerAt(server.url, cast, 'erp');
  for (let number = 1; number <= TASKS_AFTER_RESTORE; number++) {
    await erp.task('post', draft({ externalId: `after the restore ${number}` }));
  }
  const tables = await readTables(db, cast.organisation.tenantId);
  for (const reading of readings) {
    const userName = reading.reader === 'the reader of a team' ? 'follower' : 'erp';
    const followed = await followFeed(
      {
        reader: reading.reader,
        caller: async () => callerAt(server.url, cast, userName),
        from: { token: reading.pages.at(-1)!.nextToken, since: reading.since },
      },
      AbortSignal.abort(),
    );
    violations.push(...differences(reading, followed, tables));
  }
  violations.push(...errorsOf(server));
};

/**
 * The copy of a reader that followed both servers, without tasks that existed only in the lost history. The second server
 * may send it from the start, so tokens have to rise on each of the two only.
 */
const differences = (reading: Reading, followed: Reading, tables: ReadonlyMap<string, View>): string[] => {
  const pages = [...reading.pages, ...followed.pages].map((page) => ({
    ...page,
    entries: page.entries.filter(({ entity }) => tables.has(entity)),
  }));
  const inBoth = violationsOf({ writes: [], readings: [{ ...reading, pages }], tables });
  const inSecond = violationsOf({ writes: [], readings: [{ ...followed, token: 0n }], tables });
  return [
    ...inBoth.filter(({ rule }) => rule !== 'token went back'),
    ...inSecond.filter(({ rule }) => rule === 'token went back'),
  ].map(({ rule, message }) => `${rule}: ${message}`);
};
