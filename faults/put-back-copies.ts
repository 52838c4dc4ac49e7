import { cp, lstat, rm } from 'node:fs/promises';
import { run } from '#service/database/statement.ts';
import {
  type Cast,
  callerAt,
  castIn,
  childrenOf,
  type Deployment,
  deploy,
  openPool,
  postmasterOf,
  type Stage,
} from './deployment.ts';
import { FROM_THE_START, followFeed } from './follow-feed.ts';
import { type Page, type Reading, type View, violationsOf } from './history-checker.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt, readTables } from './task-view.ts';

/** Readers of one lost history. */
const READERS = 7;

/**
 * Copies the whole data folder, uses it and restores the copy, repeatedly and without a pause (R21). Readers of each lost
 * history continue with their tokens and must end with the state of the tables. Every second copy is taken while the
 * processes run but are suspended, like a snapshot of the disk. With `isControl`, epochs do not rise, and the campaign must
 * find a violation.
 */
export const putBackCopies = async (
  stage: Stage,
  { rounds, isControl = false }: { rounds: number; isControl?: boolean },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const copy = `${deployment.dataDir}-copy`;
  stage.defer(() => rm(copy, { recursive: true, force: true, maxRetries: 3 }));
  let cast: Cast | undefined;
  const violations: string[] = [];
  let [revision, tokens, skipping] = [0, 0, 0];
  const readers: { reader: string; pages: Page[] }[] = [];

  /** One run of the server: writes, lets the readers follow, and compares their copies with the tables. */
  const live = async (
    life: string,
    { writes, copies }: { writes: number; copies: 'running' | 'stopped' | undefined },
  ) => {
    await using open = new AsyncDisposableStack();
    const server = await startServer(open, deployment);
    const { db, close } = openPool(open, deployment.connection);
    if (cast === undefined) {
      cast = await castIn(db);
      if (isControl) await keepEpoch(db);
    }
    const erp = callerAt(server.url, cast, 'erp');
    for (let task = 0; task < writes; task++) await erp.task('post', draftAt(`${life} ${task}`, 1));
    if (life !== 'first') await erp.task('put', draftAt('first 0', ++revision));
    const tables = await readTables(db, cast.organisation.tenantId);
    const follow = async (of: { reader: string; pages: Page[] }) => {
      const token = of.pages.at(-1)?.nextToken ?? FROM_THE_START.token;
      const caller = async () => erp;
      const from = { token, since: FROM_THE_START.since };
      of.pages.push(...(await followFeed({ reader: of.reader, caller, from }, AbortSignal.abort())).pages);
    };
    for (const one of readers) {
      await follow(one);
      tokens++;
      const found = violationsOf({ writes: [], readings: [known(one, tables)], tables });
      if (found.length > 0) skipping++;
      violations.push(...found.map(({ message }) => message));
    }
    for (let number = 0; copies === undefined && number < READERS; number++) {
      const reader = { reader: `reader ${number} of ${life}`, pages: [] };
      await follow(reader);
      readers.push(reader);
      await erp.task('post', draftAt(`${life} after ${number}`, 1));
    }
    if (copies === 'running') await snapshot(deployment, copy);
    await close();
    await server.stop();
    violations.push(...errorsOf(server));
    if (copies === 'stopped') await copyFolder(deployment.dataDir, copy);
  };

  await live('first', { writes: 10, copies: 'stopped' });
  for (let round = 0; round < rounds; round++) {
    await live(`lost ${round}`, { writes: 1 + (round % 3), copies: undefined });
    await rm(deployment.dataDir, { recursive: true, maxRetries: 3 });
    await copyFolder(copy, deployment.dataDir);
    // At once: the epoch of this start must not be that of the one before.
    await live(`restored ${round}`, { writes: 12, copies: round % 2 === 0 ? 'running' : 'stopped' });
    tell(`round ${round + 1} of ${rounds}: ${skipping} of ${tokens} tokens skip changes`);
  }
  return { violations, figures: { rounds, tokens, 'tokens that skip changes': skipping } };
};

/** The copy of a reader, without tasks that existed only in a lost history. */
const known = (
  { reader, pages }: { reader: string; pages: Page[] },
  tables: ReadonlyMap<string, View>,
): Reading => ({
  reader,
  ...FROM_THE_START,
  pages: pages.map((page) => ({ ...page, entries: page.entries.filter(({ entity }) => tables.has(entity)) })),
});

/** The clock of this database stands still, and its epochs neither rise nor begin at random. */
const keepEpoch = async (db: Parameters<typeof run>[0]) => {
  for (const text of [
    `create or replace function next_feed_epoch(previous integer) returns integer language sql as 'select previous'`,
    `do $$ begin
       execute replace(pg_get_functiondef('begin_feed_epoch'::regproc), 'random()', '0');
     end $$`,
  ])
    await run(db, text, []);
};

const copyFolder = async (from: string, to: string): Promise<void> => {
  await rm(to, { recursive: true, force: true, maxRetries: 3 });
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: async (path) => !(await lstat(path)).isSocket(),
  });
};

/** The folder as it is at one moment, while PostgreSQL runs. */
const snapshot = async (deployment: Deployment, copy: string): Promise<void> => {
  const postmaster = (await postmasterOf(deployment))!;
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  for (const id of processes) process.kill(id, 'SIGSTOP');
  try {
    await copyFolder(deployment.dataDir, copy);
  } finally {
    for (const id of processes) process.kill(id, 'SIGCONT');
  }
};
