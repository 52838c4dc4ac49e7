import { setTimeout } from 'node:timers/promises';
import { run } from '#service/database/statement.ts';
import { createCaller, draft } from '#service/testing/caller.ts';
import { addWorkbook, createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { castIn, deploy, openPool, type Stage } from './deployment.ts';
import { HEAVY_FIELDS, HEAVY_REQUESTS, type HeavyRequest } from './heavy-requests.ts';
import { type Outcome, percentile, type Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';

const HANGS_AFTER_MS = 30_000;
const PROBE_EVERY_MS = 10;

/** While a hostile user is active, others wait at most twice as long as before, plus this. */
const MOST_MORE_MS = 100;

/**
 * Sends requests at their limits while a user of another tenant reads: each gets the expected response, and the other user
 * never waits for a whole one (R24). `judgesTime`: check times too, on a machine without other load.
 */
export const holdEventLoop = async (
  stage: Stage,
  { rounds, judgesTime }: { rounds: number; judgesTime: boolean },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const { organisation } = await castIn(db);
  const { tenantId, userIds, workbookIds } = organisation;
  const other = await createOrganisation(db, 'reader');
  const tokenOf = (userName: string) => grantToken(db, tenantId, userIds[userName]!);
  const tokens = {
    erp: await tokenOf('erp'),
    admin: await tokenOf('admin'),
    anna: await tokenOf('anna'),
    anybody: undefined,
  };

  await addWorkbook(db, organisation, { name: 'Heavy', fields: HEAVY_FIELDS as never });
  await createCaller(server.url, tokens.erp).task(
    'post',
    draft({ externalId: 'heavy', workbookName: 'Heavy' }),
  );
  const [task] = await run<{ task_id: string }>(
    db,
    `select task_id from task where tenant_id = $1 and external_id = 'heavy'`,
    [tenantId],
  );
  const started = await createCaller(server.url, tokens.anna).post(`/api/v1/tasks/${task!.task_id}/start`);
  const ids = { inspectionId: started.body.id as string, workbookId: workbookIds.Heavy! };

  const violations: string[] = [];
  const probe = createProbe(
    server.url,
    await grantToken(db, other.tenantId, other.userIds.viewer!),
    violations,
  );
  const undisturbed = await probe.during(() => setTimeout(2_000));
  const slowest = { name: '', ms: 0, wait: 0 };
  for (let round = 1; round <= rounds; round++) {
    for (const request of HEAVY_REQUESTS) {
      const startedAt = performance.now();
      const waits = await probe.during(async () => {
        const fault = await send(server.url, request, { ids, accessToken: tokens[request.by] });
        if (fault) violations.push(`${request.name}: ${fault}`);
      });
      const wait = Math.max(...waits);
      if (wait > slowest.wait)
        Object.assign(slowest, { name: request.name, ms: performance.now() - startedAt, wait });
      if (round === rounds)
        tell(
          `${request.name}: ${Math.round(performance.now() - startedAt)} ms, others waited ${Math.round(wait)} ms`,
        );
    }
  }
  const usual = percentile(undisturbed, 0.99);
  if (judgesTime && slowest.wait > 2 * usual + MOST_MORE_MS) {
    violations.push(
      `others waited ${Math.round(slowest.wait)} ms for ${slowest.name}, and ${usual} ms when nobody asked`,
    );
  }
  return {
    violations: [...new Set([...violations, ...errorsOf(server)])],
    figures: {
      requests: rounds * HEAVY_REQUESTS.length,
      'others waited at most, ms': `${Math.round(slowest.wait)} (${slowest.name})`,
      'without them at p99, ms': usual,
    },
  };
};

/** Reads repeatedly as a user of another tenant and measures each read. */
const createProbe = (url: string, accessToken: string, violations: string[]) => ({
  during: async (work: () => Promise<unknown>): Promise<number[]> => {
    const waits: number[] = [];
    let isOver = false;
    const reading = (async () => {
      do {
        const startedAt = performance.now();
        const answer = await fetch(`${url}/api/v1/me`, {
          headers: { authorization: `Bearer ${accessToken}` },
        });
        await answer.arrayBuffer();
        waits.push(performance.now() - startedAt);
        if (answer.status !== 200) violations.push(`a reader of another tenant got ${answer.status}`);
        await setTimeout(PROBE_EVERY_MS);
      } while (!isOver);
    })();
    try {
      await work();
    } finally {
      isOver = true;
      await reading;
    }
    return waits;
  },
});

const send = async (
  url: string,
  { method, path, body, status }: HeavyRequest,
  { ids, accessToken }: { ids: Parameters<HeavyRequest['path']>[0]; accessToken: string | undefined },
): Promise<string | undefined> => {
  const answer = await fetch(url + path(ids), {
    method,
    headers: {
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
  });
  const text = await answer.text();
  return answer.status === status ? undefined : `answered ${answer.status}: ${text.slice(0, 200)}`;
};
