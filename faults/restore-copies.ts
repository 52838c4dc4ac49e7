import { cp, lstat, rm } from 'node:fs/promises';
import { run } from '#service/database/statement.ts';
import {
  type Cleanup,
  createTenantCaller,
  createTestTenant,
  type Deployment,
  deploy,
  findPostmaster,
  listChildProcesses,
  openPool,
  type TestTenant,
} from './deployment.ts';
import { FEED_START, followFeed } from './follow-feed.ts';
import { type EntityState, type FeedReading, findViolations, type Page } from './history-checker.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createTaskBody, readTables } from './task-revisions.ts';

/** The number of readers that follow the feed before each restore and read changes the restore loses. */
const READER_COUNT = 7;

/**
 * Repeatedly copies the data folder, continues to use the original, and then replaces it with the copy, without a pause
 * (R21). Changes made since the copy are lost. Readers that have read them continue with their tokens and must end up
 * with the same data as the tables. Every second copy is created while PostgreSQL is suspended rather than stopped,
 * like a disk snapshot. With `isControl`, epochs do not increase, and the scenario must find a violation.
 */
export const restoreCopies = async (
  cleanup: Cleanup,
  { rounds, isControl = false }: { rounds: number; isControl?: boolean },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  const copyPath = `${deployment.dataDir}-copy`;
  cleanup.defer(() => rm(copyPath, { recursive: true, force: true, maxRetries: 3 }));
  let tenant: TestTenant | undefined;
  const violations: string[] = [];
  let [revision, checkedTokens, skippingTokens] = [0, 0, 0];
  const readers: { reader: string; pages: Page[] }[] = [];

  /** Runs a server, writes, lets the readers follow the feed, and compares their copies with the tables. */
  const runServer = async (
    phase: string,
    { writes, copyWhile }: { writes: number; copyWhile: 'suspended' | 'stopped' | undefined },
  ) => {
    await using serverCleanup = new AsyncDisposableStack();
    const server = await startServer(serverCleanup, deployment);
    const { db, close } = openPool(serverCleanup, deployment.connection);
    if (tenant === undefined) {
      tenant = await createTestTenant(db);
      if (isControl) await freezeEpoch(db);
    }
    const erp = createTenantCaller(server.url, tenant, 'erp');
    for (let task = 0; task < writes; task++) await erp.task('post', createTaskBody(`${phase} ${task}`, 1));
    if (phase !== 'first') await erp.task('put', createTaskBody('first 0', ++revision));
    const tables = await readTables(db, tenant.organisation.tenantId);
    const follow = async (feedReader: { reader: string; pages: Page[] }) => {
      const token = feedReader.pages.at(-1)?.nextToken ?? FEED_START.token;
      const getCaller = async () => erp;
      const from = { token, issuedAt: FEED_START.issuedAt };
      feedReader.pages.push(
        ...(await followFeed({ reader: feedReader.reader, getCaller, from }, AbortSignal.abort())).pages,
      );
    };
    for (const reader of readers) {
      await follow(reader);
      checkedTokens++;
      const foundViolations = findViolations({
        writes: [],
        readings: [removeLostTasks(reader, tables)],
        tables,
      });
      if (foundViolations.length > 0) skippingTokens++;
      violations.push(...foundViolations.map(({ message }) => message));
    }
    for (let number = 0; copyWhile === undefined && number < READER_COUNT; number++) {
      const reader = { reader: `reader ${number} from phase "${phase}"`, pages: [] };
      await follow(reader);
      readers.push(reader);
      await erp.task('post', createTaskBody(`${phase} after ${number}`, 1));
    }
    if (copyWhile === 'suspended') await copyWhileSuspended(deployment, copyPath);
    await close();
    await server.stop();
    violations.push(...findErrors(server));
    if (copyWhile === 'stopped') await copyFolder(deployment.dataDir, copyPath);
  };

  await runServer('first', { writes: 10, copyWhile: 'stopped' });
  for (let round = 0; round < rounds; round++) {
    await runServer(`lost ${round}`, { writes: 1 + (round % 3), copyWhile: undefined });
    await rm(deployment.dataDir, { recursive: true, maxRetries: 3 });
    await copyFolder(copyPath, deployment.dataDir);
    // Starts immediately: even within the same second, this server must not get the same epoch as the previous one.
    await runServer(`restored ${round}`, {
      writes: 12,
      copyWhile: round % 2 === 0 ? 'suspended' : 'stopped',
    });
    onProgress(`round ${round + 1} of ${rounds}: ${skippingTokens} of ${checkedTokens} tokens skip changes`);
  }
  return {
    violations,
    figures: { rounds, tokens: checkedTokens, 'tokens that skip changes': skippingTokens },
  };
};

/** Returns a reader's pages without the tasks lost in a restore. */
const removeLostTasks = (
  { reader, pages }: { reader: string; pages: Page[] },
  tables: ReadonlyMap<string, EntityState>,
): FeedReading => ({
  reader,
  ...FEED_START,
  pages: pages.map((page) => ({ ...page, entries: page.entries.filter(({ entity }) => tables.has(entity)) })),
});

/** Changes the database so that epochs neither increase nor start with a random number. */
const freezeEpoch = async (db: Parameters<typeof run>[0]) => {
  for (const statement of [
    `create or replace function next_feed_epoch(previous integer) returns integer language sql as 'select previous'`,
    `do $$ begin
       execute replace(pg_get_functiondef('begin_feed_epoch'::regproc), 'random()', '0');
     end $$`,
  ])
    await run(db, statement, []);
};

const copyFolder = async (source: string, destination: string): Promise<void> => {
  await rm(destination, { recursive: true, force: true, maxRetries: 3 });
  await cp(source, destination, {
    recursive: true,
    preserveTimestamps: true,
    filter: async (path) => !(await lstat(path)).isSocket(),
  });
};

/** Suspends PostgreSQL while copying the folder, so that the copy is from a single moment. */
const copyWhileSuspended = async (deployment: Deployment, copyPath: string): Promise<void> => {
  const postmaster = (await findPostmaster(deployment))!;
  const processIds = [postmaster, ...(await listChildProcesses(postmaster))];
  for (const id of processIds) process.kill(id, 'SIGSTOP');
  try {
    await copyFolder(deployment.dataDir, copyPath);
  } finally {
    for (const id of processIds) process.kill(id, 'SIGCONT');
  }
};
