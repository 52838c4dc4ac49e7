import { setTimeout } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createCaller, taskBody } from '#service/testing/caller.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { addWorkbook, createOrganisation, grantToken } from '#service/testing/organisation.ts';
import type { Cleanup } from './deployment.ts';
import { HEAVY_FIELDS, HEAVY_REQUESTS, type HeavyIds, type HeavyRequest } from './heavy-requests.ts';
import { createLargeTenant, LARGE_ROW_REQUESTS } from './heavy-rows.ts';
import { computePercentile, type OnProgress, type Outcome } from './outcome.ts';
import { findErrors } from './server-process.ts';
import { startSystem } from './start-system.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const PROBE_INTERVAL_MS = 10;

/** During a heavy request, other users may wait twice as long as usual, plus this much. */
const MAX_EXTRA_WAIT_MS = 100;

/**
 * Sends maximum-size requests while a user in another tenant is reading data. Each request gets the expected response,
 * and the other user does not have to wait for it to finish (R24). With `checkResponseTimes`, also checks how long that
 * user waits, which requires an otherwise idle machine.
 */
export const blockEventLoop = async (
  cleanup: Cleanup,
  { rounds, tasks, checkResponseTimes }: { rounds: number; tasks: number; checkResponseTimes: boolean },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const {
    server,
    db,
    tenant: { organisation },
  } = await startSystem(cleanup);
  const { tenantId, userIds, workbookIds } = organisation;
  const otherTenant = await createOrganisation(db, 'reader');
  const grantTokenTo = (userName: string) => grantToken(db, tenantId, userIds[userName]!);
  const largeTenant = await createLargeTenant(db, server.url);
  const tokens = {
    erp: await grantTokenTo('erp'),
    admin: await grantTokenTo('admin'),
    anna: await grantTokenTo('anna'),
    large: largeTenant.token,
    anonymous: undefined,
  };

  await addWorkbook(db, organisation, { name: 'Heavy', fields: HEAVY_FIELDS as never });
  await createCaller(server.url, tokens.erp).task(
    'post',
    taskBody({ externalId: 'heavy', workbookName: 'Heavy' }),
  );
  const [task] = await run<{ task_id: string }>(
    db,
    `select task_id from task where tenant_id = $1 and external_id = 'heavy'`,
    [tenantId],
  );
  const startResponse = await createCaller(server.url, tokens.anna).post(
    `/api/v1/tasks/${task!.task_id}/start`,
  );
  await fillTasks(db, tenantId, tasks);
  const ids = {
    inspectionId: startResponse.body.id as string,
    workbookId: workbookIds.Heavy!,
    userId: userIds.anna!,
    largeTaskId: largeTenant.taskId,
    largeWorkbookId: largeTenant.workbookId,
    taskIds: await planNewestTasks(db, tenantId),
  };

  const violations: string[] = [];
  const probe = createProbe(
    server.url,
    await grantToken(db, otherTenant.tenantId, otherTenant.userIds.viewer!),
    violations,
  );
  const usualWaits = await probe.measureDuring(() => setTimeout(2_000));
  const slowest = { name: '', ms: 0, wait: 0 };
  const requests = [...HEAVY_REQUESTS, ...LARGE_ROW_REQUESTS];
  for (let round = 1; round <= rounds; round++) {
    for (const request of requests) {
      const startedAt = performance.now();
      const waits = await probe.measureDuring(async () => {
        const problem = await sendHeavyRequest(server.url, request, {
          ids,
          accessToken: tokens[request.client],
        });
        if (problem) violations.push(`${request.name}: ${problem}`);
      });
      const wait = Math.max(...waits);
      if (wait > slowest.wait)
        Object.assign(slowest, { name: request.name, ms: performance.now() - startedAt, wait });
      if (round === rounds)
        onProgress(
          `${request.name}: ${Math.round(performance.now() - startedAt)} ms, others waited ${Math.round(wait)} ms`,
        );
    }
  }
  const usualP99 = computePercentile(usualWaits, 0.99);
  if (checkResponseTimes && slowest.wait > 2 * usualP99 + MAX_EXTRA_WAIT_MS) {
    violations.push(
      `others waited ${Math.round(slowest.wait)} ms during ${slowest.name}, compared with ${usualP99} ms without heavy requests`,
    );
  }
  return {
    violations: [...new Set([...violations, ...findErrors(server)])],
    figures: {
      requests: rounds * requests.length,
      'longest wait of others, ms': `${Math.round(slowest.wait)} (${slowest.name})`,
      'p99 without heavy requests, ms': usualP99,
    },
  };
};

/** Makes everyone an inspector of every team, plans the newest tasks around the current time, and returns their IDs. */
const planNewestTasks = async (db: Database, tenantId: number): Promise<string[]> => {
  await run(
    db,
    `insert into team_group (tenant_id, team_id, kind) select $1, team_id, 'Inspectors' from team
     where tenant_id = $1 on conflict do nothing`,
    [tenantId],
  );
  await run(
    db,
    `insert into group_member (tenant_id, team_id, kind, user_id)
     select $1, team_id, 'Inspectors', user_id from team, app_user
     where team.tenant_id = $1 and app_user.tenant_id = $1 and user_name like 'person%'`,
    [tenantId],
  );
  const planned = await run<{ task_id: string }>(
    db,
    `with newest as (
       select task_id, row_number() over (order by created_at desc) as place from task
       where tenant_id = $1 and external_id like 'T-%' order by created_at desc limit $2
     )
     update task set planned_start = now() + interval '1 hour' * (place % 500 - 250), state = 0, assigned_user_id = null,
       actual_start = null, actual_end = null, inspection_id = null
     from newest where task.tenant_id = $1 and task.task_id = newest.task_id returning task.task_id`,
    [tenantId, limits.bulkIds],
  );
  return planned.map(({ task_id }) => task_id);
};

/** Creates a probe that repeatedly sends a small request as a user in another tenant, and times each response. */
const createProbe = (url: string, accessToken: string, violations: string[]) => ({
  measureDuring: async (work: () => Promise<unknown>): Promise<number[]> => {
    const waits: number[] = [];
    let isOver = false;
    const readLoop = (async () => {
      do {
        const startedAt = performance.now();
        const response = await fetch(`${url}/api/v1/me`, {
          headers: { authorization: `Bearer ${accessToken}` },
        });
        await response.arrayBuffer();
        waits.push(performance.now() - startedAt);
        if (response.status !== 200) violations.push(`a reader in another tenant got ${response.status}`);
        await setTimeout(PROBE_INTERVAL_MS);
      } while (!isOver);
    })();
    try {
      await work();
    } finally {
      isOver = true;
      await readLoop;
    }
    return waits;
  },
});

const sendHeavyRequest = async (
  url: string,
  { method, path, body, contentType = 'application/json', status }: HeavyRequest,
  { ids, accessToken }: { ids: HeavyIds; accessToken: string | undefined },
): Promise<string | undefined> => {
  const response = await fetch(url + path(ids), {
    method,
    headers: {
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body: body(ids) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  // Buffering an 80 MB response would delay the probe, which runs in the same process.
  let beginning = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? [])
    if (beginning === '') beginning = decoder.decode(chunk.subarray(0, 200));
  return response.status === status ? undefined : `returned ${response.status}: ${beginning}`;
};
