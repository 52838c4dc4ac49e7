import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import { dropDatabase } from '#service/testing/drop-database.ts';
import { createAddresses } from './addresses.ts';
import {
  type Cast,
  callerAt,
  castIn,
  type Deployment,
  deploy,
  inDatabase,
  openPool,
  type Stage,
} from './deployment.ts';
import { FROM_THE_START, followFeed, type HeldToken } from './follow-feed.ts';
import { violationsOf } from './history-checker.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt, readTables } from './task-view.ts';

/**
 * A backup is taken, work goes on, the backup is restored, other work is done (decision C6). Tokens from before the
 * backup go on where they were; a token from the lost future is served everything; new tokens are above all old ones.
 */
export const restoreDatabase = async (
  stage: Stage,
  { tasks, databaseUrl }: { tasks: number; databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const postgres = databaseUrl ?? (await startPostgres(stage));
  const deployment = await deploy(stage, postgres);
  const name = new URL(deployment.databaseUrl!.replace('@/', '@host/')).pathname.slice(1);
  const backup = `${name}_backup`;
  const maintenance = openPool(stage, { connectionString: postgres }).db;
  stage.defer(() => dropDatabase(maintenance, backup));
  const copy = (from: string, to: string) =>
    sql`create database ${sql.id(to)} template ${sql.id(from)}`.execute(maintenance);

  let cast: Cast | undefined;
  const violations: string[] = [];
  /** One life of the server: what is written in it, and a token of its end. */
  const live = async (prefix: string): Promise<{ held: HeldToken; followed: Map<string, number> }> => {
    await using life = new AsyncDisposableStack();
    const server = await startServer(life, deployment);
    const { db } = openPool(life, deployment.connection);
    cast ??= await castIn(db);
    const erp = callerAt(server.url, cast, 'erp');
    for (let task = 0; task < tasks; task++) await erp.task('post', draftAt(`${prefix} ${task}`, 1));
    if (prefix !== 'before') await erp.task('put', draftAt('before 0', 2));

    const addresses = createAddresses(server.url);
    const caller = async () => callerAt(await addresses.pick(), cast!, 'erp');
    const follow = (from: HeldToken) =>
      followFeed({ reader: `the reader of ${prefix}`, caller, from }, AbortSignal.abort());
    const tables = await readTables(db, cast.organisation.tenantId);
    const followed = new Map<string, number>();
    for (const [reader, token] of held) {
      const reading = await follow(token);
      followed.set(
        reader,
        new Set(reading.pages.flatMap(({ entries }) => entries.map(({ entity }) => entity))).size,
      );
      if (reader !== 'lost' && reading.pages[0]!.nextToken < token.token)
        violations.push(`${reader}: token went back`);
    }
    const fromStart = await follow(FROM_THE_START);
    violations.push(
      ...violationsOf({ writes: [], readings: [fromStart], tables }).map(({ message }) => message),
      ...errorsOf(server),
    );
    return { held: { token: fromStart.pages.at(-1)!.nextToken, since: performance.now() }, followed };
  };
  const held = new Map<string, HeldToken>();

  const before = await live('before');
  await copy(name, backup);
  tell('backed up');
  const lost = await live('lost');
  held.set('before', before.held).set('lost', lost.held);
  await dropDatabase(maintenance, name);
  await copy(backup, name);
  tell('restored');
  const restored = await live('restored');
  expectCount(violations, restored.followed, 'before', tasks + 1);
  expectCount(violations, restored.followed, 'lost', 2 * tasks);
  if (restored.held.token <= lost.held.token)
    violations.push('new tokens are not above those of the lost history');

  // Nothing was restored now, so nothing starts over.
  held.clear();
  held.set('restored', restored.held);
  const again = await live('again');
  expectCount(violations, again.followed, 'restored', tasks + 1);
  return { violations, figures: { 'tasks a life': tasks } };
};

const expectCount = (violations: string[], followed: Map<string, number>, token: string, wanted: number) => {
  const shown = followed.get(token);
  if (shown !== wanted) violations.push(`the token "${token}" was followed to ${shown} tasks, not ${wanted}`);
};

/** A PostgreSQL that does not belong to the servers, so that its databases can be exchanged. */
const startPostgres = async (stage: Stage): Promise<string> => {
  const { dataDir }: Deployment = await deploy(stage);
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: () => {} },
  });
  stage.defer(stop);
  return inDatabase(`postgres://${connection.user}@/?host=${connection.host}`, connection.database);
};
