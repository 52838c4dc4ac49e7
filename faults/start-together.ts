import { readMigrations } from '#service/database/migrate.ts';
import { callerAt, castIn, deploy, openPool, postmasterOf, type Stage } from './deployment.ts';
import { readPage, tokenAt } from './follow-feed.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

/** Two servers start at once where nothing is: the schema is made once, both serve the same, PostgreSQL ends with the last. */
export const startTogether = async (
  stage: Stage,
  { databaseUrl }: { databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage, databaseUrl);
  const [first, second] = await Promise.all([startServer(stage, deployment), startServer(stage, deployment)]);
  const violations: string[] = [];
  const migrations = await readMigrations();
  for (const { number, name } of migrations) {
    const line = `Migrating the database: ${number} ${name}`;
    const times = [...first.log, ...second.log].filter(({ msg }) => msg === line).length;
    if (times !== 1) violations.push(`migration ${number} was applied ${times} times`);
  }
  const { db, close } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  tell('both are ready');

  let shown = 0;
  for (const [index, [writer, reader]] of [
    [first, second],
    [second, first],
  ].entries()) {
    await callerAt(writer!.url, cast, 'erp').task('post', draftAt(`of server ${index}`, 1));
    const page = await readPage(callerAt(reader!.url, cast, 'erp'), tokenAt(0n));
    shown = page?.entries.length ?? 0;
    if (shown !== index + 1) violations.push(`server ${1 - index} shows ${shown} tasks after ${index + 1}`);
  }

  const { code: firstCode } = await first.stop();
  await callerAt(second.url, cast, 'erp').task('post', draftAt('after the first has stopped', 1));
  // Whoever has the embedded PostgreSQL's last connection is cut off when it ends.
  await close();
  const { code: secondCode } = await second.stop();
  if (firstCode !== 0 || secondCode !== 0) violations.push(`exit codes ${firstCode} and ${secondCode}`);
  if ((await postmasterOf(deployment)) !== undefined) violations.push('PostgreSQL still runs');
  return {
    violations: [...violations, ...errorsOf(first), ...errorsOf(second)],
    figures: { migrations: migrations.length },
  };
};
