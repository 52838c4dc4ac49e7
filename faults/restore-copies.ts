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
import { FROM_THE_START, followFeed } from './follow-feed.ts';
import { type FeedReading, findViolations, type Page, type View } from './history-checker.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createTaskBody, readTables } from './task-view.ts';

/** Number of readers that follow each lost history. */
const READERS = 7;

/**
 * Repeatedly copies the whole data folder, uses the original and restores the copy, without a pause (R21).
 * Readers of each lost history continue with their tokens and must end up with the state of the tables. Every
 * second copy is made while PostgreSQL is suspended instead of stopped, like a disk snapshot. With
 * `isControl`, epochs do not increase, and the scenario must find a violation.
 */
export const restoreCopies = async (
  cleanup: Cleanup,
  { rounds, isControl = false }: { rounds: number; isControl?: boolean },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  const copy = `${deployment.dataDir}-copy`;
  cleanup.defer(() => rm(copy, { recursive: true, force: true, maxRetries: 3 }));
  let tenant: TestTenant | undefined;
  const violations: string[] = [];
  let [revision, tokens, skipping] = [0, 0, 0];
  const readers: { reader: string; pages: Page[] }[] = [];

  /** Runs a server, writes, lets the readers follow the feed, and compares their copies with the tables. */
  const runServer = async (
    phase: string,
    { writes, copyFrom }: { writes: number; copyFrom: 'running' | 'stopped' | undefined },
  ) => {
    await using open = new AsyncDisposableStack();
    const server = await startServer(open, deployment);
    const { db, close } = openPool(open, deployment.connection);
    if (tenant === undefined) {
      tenant = await createTestTenant(db);
      if (isControl) await freezeEpoch(db);
    }
    const erp = createTenantCaller(server.url, tenant, 'erp');
    for (let task = 0; task < writes; task++) await erp.task('post', createTaskBody(`${phase} ${task}`, 1));
    if (phase !== 'first') await erp.task('put', createTaskBody('first 0', ++revision));
    const tables = await readTables(db, tenant.organisation.tenantId);
    const follow = async (followed: { reader: string; pages: Page[] }) => {
      const token = followed.pages.at(-1)?.nextToken ?? FROM_THE_START.token;
      const caller = async () => erp;
      const from = { token, since: FROM_THE_START.since };
      followed.pages.push(
        ...(await followFeed({ reader: followed.reader, caller, from }, AbortSignal.abort())).pages,
      );
    };
    for (const reader of readers) {
      await follow(reader);
      tokens++;
      const found = findViolations({ writes: [], readings: [withoutLostTasks(reader, tables)], tables });
      if (found.length > 0) skipping++;
      violations.push(...found.map(({ message }) => message));
    }
    for (let number = 0; copyFrom === undefined && number < READERS; number++) {
      const reader = { reader: `reader ${number} from phase "${phase}"`, pages: [] };
      await follow(reader);
      readers.push(reader);
      await erp.task('post', createTaskBody(`${phase} after ${number}`, 1));
    }
    if (copyFrom === 'running') await copyWhileSuspended(deployment, copy);
    await close();
    await server.stop();
    violations.push(...findErrors(server));
    if (copyFrom === 'stopped') await copyFolder(deployment.dataDir, copy);
  };

  await runServer('first', { writes: 10, copyFrom: 'stopped' });
  for (let round = 0; round < rounds; round++) {
    await runServer(`lost ${round}`, { writes: 1 + (round % 3), copyFrom: undefined });
    await rm(deployment.dataDir, { recursive: true, maxRetries: 3 });
    await copyFolder(copy, deployment.dataDir);
    // Starts immediately: even within the same second, this server must not get the same epoch as the
    // previous one.
    await runServer(`restored ${round}`, { writes: 12, copyFrom: round % 2 === 0 ? 'running' : 'stopped' });
    onProgress(`round ${round + 1} of ${rounds}: ${skipping} of ${tokens} tokens skip changes`);
  }
  return { violations, figures: { rounds, tokens, 'tokens that skip changes': skipping } };
};

/** A reader's copy, without tasks that existed only in a lost history. */
const withoutLostTasks = (
  { reader, pages }: { reader: string; pages: Page[] },
  tables: ReadonlyMap<string, View>,
): FeedReading => ({
  reader,
  ...FROM_THE_START,
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

const copyFolder = async (from: string, to: string): Promise<void> => {
  await rm(to, { recursive: true, force: true, maxRetries: 3 });
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: async (path) => !(await lstat(path)).isSocket(),
  });
};

/** Copies the folder as of a single moment while PostgreSQL is running. */
const copyWhileSuspended = async (deployment: Deployment, copy: string): Promise<void> => {
  const postmaster = (await findPostmaster(deployment))!;
  const processes = [postmaster, ...(await listChildProcesses(postmaster))];
  for (const id of processes) process.kill(id, 'SIGSTOP');
  try {
    await copyFolder(deployment.dataDir, copy);
  } finally {
    for (const id of processes) process.kill(id, 'SIGCONT');
  }
};
