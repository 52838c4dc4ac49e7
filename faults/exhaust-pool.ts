import { run } from '#service/database/statement.ts';
import type { Answer } from '#service/testing/caller.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import { readPage, tokenAt } from './follow-feed.ts';
import { type Outcome, percentile, type Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';

/**
 * Somebody holds a row, and the counter of the feed, in a long transaction while many want them (R5): every wait is
 * bounded, who cannot be served is told to come back, and afterwards everything works.
 */
export const exhaustPool = async (
  stage: Stage,
  { callers }: { callers: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const { tenantId } = cast.organisation;
  const erp = callerAt(server.url, cast, 'erp');
  await erp.task('post', draftAt('held', 1));
  const violations: string[] = [];
  const times: number[] = [];

  const judged = async (call: Promise<Answer>): Promise<number> => {
    const startedAt = performance.now();
    const { status, headers, body } = await call;
    times.push(performance.now() - startedAt);
    const isClear =
      (status === 200 && body.success) ||
      ((status === 503 || status === 429) && headers.get('retry-after') !== null && body.success === false);
    if (!isClear) violations.push(`${status} ${JSON.stringify(body).slice(0, 300)}`);
    return status;
  };
  const edit = () => judged(erp.request('PUT', `${EXTERNAL_TASK}/put`, draftAt('held', 2)));

  const holder = await db.startTransaction().execute();
  await run(holder, 'select from task where tenant_id = $1 and external_id = $2 for update', [
    tenantId,
    'held',
  ]);
  const answers = Promise.all(Array.from({ length: callers }, edit));
  const live = await erp.get('/health/live');
  if (live.status !== 200) violations.push(`/health/live answered ${live.status}`);
  const refused = (await answers).filter((status) => status !== 200).length;
  if (refused !== callers)
    violations.push(`${callers - refused} of ${callers} edits of a held row were done`);
  await holder.commit().execute();
  if ((await edit()) !== 200) violations.push('the row is free and cannot be edited');
  tell(`${callers} callers were told to come back, the slowest after ${percentile(times, 1)} ms`);

  const counter = await db.startTransaction().execute();
  await run(counter, 'select from feed_counter where tenant_id = $1 for update', [tenantId]);
  await judged(erp.post(`${EXTERNAL_TASK}/post`, draftAt('written meanwhile', 1)));
  if ((await judged(erp.get(`${EXTERNAL_TASK}/GetChanges`))) !== 503) {
    violations.push('a page was answered while a change could not be numbered');
  }
  await counter.commit().execute();
  const page = await readPage(erp, tokenAt(0n));
  const shown = page?.entries.map(({ entity }) => entity) ?? [];
  if (!shown.includes('written meanwhile')) violations.push(`the feed shows ${shown}`);
  return {
    violations: [...violations, ...errorsOf(server)],
    figures: { callers, 'slowest answer, ms': percentile(times, 1) },
  };
};
