import { run } from '#service/database/statement.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

const CALLERS = 20;
const CREATE = '/api/services/custom/externaltask/post';

/**
 * Twenty callers create the same task at once, through two servers: one succeeds and the others are told why not (R9).
 * With the same Idempotency-Key they all are told of the same success (promise 3).
 */
export const createAtOnce = async (
  stage: Stage,
  { rounds }: { rounds: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const servers = [await startServer(stage, deployment), await startServer(stage, deployment)];
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const violations: string[] = [];

  const create = async (externalId: string, key: string | undefined) => {
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) =>
        callerAt(servers[index % servers.length]!.url, cast, 'erp').post(
          CREATE,
          draftAt(externalId, 1),
          key === undefined ? {} : { 'idempotency-key': key },
        ),
      ),
    );
    const wanted = key === undefined ? 1 : CALLERS;
    const done = answers.filter(({ status, body }) => status === 200 && body.success).length;
    if (done !== wanted)
      violations.push(`${externalId}: ${done} of ${CALLERS} calls succeeded, not ${wanted}`);
    for (const { status, body } of answers) {
      const isClear = status === 200 && (body.success || body.error.message.includes(externalId));
      if (!isClear) violations.push(`${externalId}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    }
    const rows = await run(db, 'select from task where tenant_id = $1 and external_id = $2', [
      cast.organisation.tenantId,
      externalId,
    ]);
    if (rows.length !== 1) violations.push(`${externalId}: ${rows.length} rows`);
  };

  for (let round = 1; round <= rounds; round++) {
    await create(`once ${round}`, undefined);
    await create(`repeated ${round}`, `key-${round}`);
    tell(`round ${round} of ${rounds}`);
  }
  return {
    violations: [...violations, ...servers.flatMap(errorsOf)],
    figures: { rounds, callers: CALLERS },
  };
};
