import { run } from '#service/database/statement.ts';
import { createAddresses } from './addresses.ts';
import { callerAt, castIn, deploy, openPool, postmasterOf, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { openConnection, requestHead } from './raw-connection.ts';
import { errorsOf, type ServerProcess, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';
import { until } from './until.ts';

/** Each holds a connection, of which a user has six. */
const IN_FLIGHT = 4;
const EXTERNAL_TASK = '/api/services/custom/externaltask';

/**
 * SIGTERM under load (R4). Some requests are surely in flight when it comes: edits that wait for a row, a body of which
 * half has arrived, and a reader who waits for news.
 */
export const stopServer = async (
  stage: Stage,
  { rounds, seed }: { rounds: number; seed: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  let server = await startServer(stage, deployment);
  const pool = openPool(stage, deployment.connection);
  const cast = await castIn(pool.db);
  // Where nobody writes, so that news never comes.
  const quiet = await castIn(pool.db, 'quiet');
  const addresses = createAddresses(server.url);
  const load = startLoad(stage, { addresses, cast, writers: 6, seed });
  const violations: string[] = [];
  let slowestStop = 0;

  for (let round = 1; round <= rounds; round++) {
    // Not the user of the load, who has connections to wait for as well.
    const planner = callerAt(server.url, cast, 'coordinator');
    const names = Array.from({ length: IN_FLIGHT }, (_, index) => `in flight ${round}.${index}`);
    for (const name of names) await planner.task('post', draftAt(name, 1));
    // Connections of PostgreSQL end with it, so every round has its own.
    const { db } = openPool(stage, deployment.connection, 2);
    const holder = await db.startTransaction().execute();
    // An open transaction would keep its pool from closing when this round fails.
    stage.defer(
      async () =>
        void (await holder
          .rollback()
          .execute()
          .catch(() => undefined)),
    );
    await run(holder, 'select from task where tenant_id = $1 and external_id = any($2) for update', [
      cast.organisation.tenantId,
      names,
    ]);
    const edits = names.map((name) => planner.request('PUT', `${EXTERNAL_TASK}/put`, draftAt(name, 2)));
    const waiting = callerAt(server.url, quiet, 'erp').get(`${EXTERNAL_TASK}/GetChanges?wait=60`);
    const upload = await openConnection(server.url);
    const body = JSON.stringify(draftAt(`half sent ${round}`, 1));
    const type = 'application/json';
    const head = { accessToken: cast.tokens.erp, 'content-type': type, 'content-length': body.length };
    upload.send(requestHead(`POST ${EXTERNAL_TASK}/post`, head) + body.slice(0, 20));
    await until('the edits wait for their rows', async () => (await waitingForRows(db)) >= IN_FLIGHT);

    addresses.close(server.url);
    const stopping = server.stop();
    await until('the server knows that it is to stop', () => isStopping(server));
    upload.send(body.slice(20));
    await holder.commit().execute();
    for (const [index, edit] of edits.entries()) {
      const answer = await edit.catch((error: Error) => ({ status: 0, body: { error: error.message } }));
      if (answer.status !== 200 || !('success' in answer.body) || !answer.body.success) {
        violations.push(
          `edit ${index} was in flight and was answered ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      }
    }
    if ((await waiting.catch(() => undefined))?.status !== 200)
      violations.push('the waiting reader had no answer');
    const { status, text } = await upload.answer;
    if (status !== 200 || !text.includes('"success":true')) violations.push(`half a body: ${status} ${text}`);
    const { code, tookMs } = await stopping;
    slowestStop = Math.max(slowestStop, tookMs);
    if (code !== 0) violations.push(`the exit code is ${code}, after ${Math.round(tookMs)} ms`);
    if ((await postmasterOf(deployment)) !== undefined) violations.push('PostgreSQL still runs');
    violations.push(...errorsOf(server));
    tell(`stopped ${round} of ${rounds} in ${Math.round(tookMs)} ms`);

    server = await startServer(stage, deployment);
    addresses.open(server.url);
    await load.acknowledged(50);
  }
  const { violations: found } = await load.finish(openPool(stage, deployment.connection).db);
  return {
    violations: [...violations, ...found],
    figures: { rounds, writes: load.writes.length, 'slowest stop, ms': Math.round(slowestStop) },
  };
};

const waitingForRows = async (db: Parameters<typeof run>[0]): Promise<number> => {
  const [row] = await run<{ count: number }>(
    db,
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and $1`,
    [true],
  );
  return row!.count;
};

const isStopping = ({ log }: ServerProcess): boolean => log.some(({ msg }) => msg === 'stopping');
