import { run } from '#service/database/statement.ts';
import type { CallerResponse } from '#service/testing/caller.ts';
import { type Cleanup, createTenantCaller } from './deployment.ts';
import { formatToken, readPage } from './follow-feed.ts';
import { computePercentile, type OnProgress, type Outcome } from './outcome.ts';
import { findErrors } from './server-process.ts';
import { startSystem } from './start-system.ts';
import { createTaskBody } from './task-revisions.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';

/**
 * One transaction locks a task, and later another one locks the feed counter, while requests need these rows (R5).
 * Every wait is bounded, and requests that cannot be served get 503 or 429 with Retry-After. Once the rows are
 * unlocked, everything works again.
 */
export const exhaustPool = async (
  cleanup: Cleanup,
  { concurrentEdits }: { concurrentEdits: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, db, tenant } = await startSystem(cleanup);
  const { tenantId } = tenant.organisation;
  const erp = createTenantCaller(server.url, tenant, 'erp');
  await erp.task('post', createTaskBody('locked', 1));
  const violations: string[] = [];
  const times: number[] = [];

  const checkResponse = async (pendingResponse: Promise<CallerResponse>): Promise<number> => {
    const startedAt = performance.now();
    const { status, headers, body } = await pendingResponse;
    times.push(performance.now() - startedAt);
    const isClear =
      (status === 200 && body.success) ||
      ((status === 503 || status === 429) && headers.get('retry-after') !== null && body.success === false);
    if (!isClear) violations.push(`${status} ${JSON.stringify(body).slice(0, 300)}`);
    return status;
  };
  const edit = () => checkResponse(erp.request('PUT', `${EXTERNAL_TASK}/put`, createTaskBody('locked', 2)));

  const rowLock = await db.startTransaction().execute();
  await run(rowLock, 'select from task where tenant_id = $1 and external_id = $2 for update', [
    tenantId,
    'locked',
  ]);
  const responses = Promise.all(Array.from({ length: concurrentEdits }, edit));
  const liveResponse = await erp.get('/health/live');
  if (liveResponse.status !== 200) violations.push(`/health/live returned ${liveResponse.status}`);
  const rejectedCount = (await responses).filter((status) => status !== 200).length;
  if (rejectedCount !== concurrentEdits)
    violations.push(
      `${concurrentEdits - rejectedCount} of ${concurrentEdits} edits of a locked row succeeded`,
    );
  await rowLock.commit().execute();
  if ((await edit()) !== 200) violations.push('the row is unlocked, but cannot be edited');
  onProgress(
    `${concurrentEdits} requests were rejected, the slowest after ${computePercentile(times, 1)} ms`,
  );

  const counterLock = await db.startTransaction().execute();
  await run(counterLock, 'select from feed_counter where tenant_id = $1 for update', [tenantId]);
  await checkResponse(erp.post(`${EXTERNAL_TASK}/post`, createTaskBody('written while locked', 1)));
  if ((await checkResponse(erp.get(`${EXTERNAL_TASK}/GetChanges`))) !== 503) {
    violations.push('a page was returned although a change could not be assigned a feed position');
  }
  await counterLock.commit().execute();
  const page = await readPage(erp, formatToken(0n));
  const entities = page?.entries.map(({ entity }) => entity) ?? [];
  if (!entities.includes('written while locked')) violations.push(`the feed contains ${entities}`);
  return {
    violations: [...violations, ...findErrors(server)],
    figures: { concurrentEdits, 'slowest response, ms': computePercentile(times, 1) },
  };
};
