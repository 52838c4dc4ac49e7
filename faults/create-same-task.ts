import { run } from '#service/database/statement.ts';
import { type Cleanup, createTenantCaller, createTestTenant, deploy, openPool } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createTaskBody } from './task-revisions.ts';

const REQUEST_COUNT = 20;
const CREATE_PATH = '/api/services/custom/externaltask/post';

/**
 * Sends twenty concurrent requests to create the same task, alternating between two servers. One request succeeds, and
 * the others get a clear error (R9). With the same Idempotency-Key, all twenty succeed and create a single task
 * (guarantee 3).
 */
export const createSameTask = async (
  cleanup: Cleanup,
  { rounds }: { rounds: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  const servers = [await startServer(cleanup, deployment), await startServer(cleanup, deployment)];
  const { db } = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(db);
  const violations: string[] = [];

  const create = async (externalId: string, key: string | undefined) => {
    const responses = await Promise.all(
      Array.from({ length: REQUEST_COUNT }, (_, index) =>
        createTenantCaller(servers[index % servers.length]!.url, tenant, 'erp').post(
          CREATE_PATH,
          createTaskBody(externalId, 1),
          key === undefined ? {} : { 'idempotency-key': key },
        ),
      ),
    );
    const expectedCount = key === undefined ? 1 : REQUEST_COUNT;
    const successCount = responses.filter(({ status, body }) => status === 200 && body.success).length;
    if (successCount !== expectedCount)
      violations.push(
        `${externalId}: ${successCount} of ${REQUEST_COUNT} requests succeeded instead of ${expectedCount}`,
      );
    for (const { status, body } of responses) {
      const isClear = status === 200 && (body.success || body.error.message.includes(externalId));
      if (!isClear) violations.push(`${externalId}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    }
    const rows = await run(db, 'select from task where tenant_id = $1 and external_id = $2', [
      tenant.organisation.tenantId,
      externalId,
    ]);
    if (rows.length !== 1) violations.push(`${externalId}: ${rows.length} rows instead of 1`);
  };

  for (let round = 1; round <= rounds; round++) {
    await create(`once ${round}`, undefined);
    await create(`repeated ${round}`, `key-${round}`);
    onProgress(`round ${round} of ${rounds}`);
  }
  return {
    violations: [...violations, ...servers.flatMap(findErrors)],
    figures: { rounds, requests: REQUEST_COUNT },
  };
};
