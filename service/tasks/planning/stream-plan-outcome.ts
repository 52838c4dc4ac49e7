import type { Translate } from '#i18n/translate.ts';
import type { Database } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { readTaskViews } from '#service/tasks/views/task-view-queries.ts';
import type { PlanOutcome } from './plan-tasks.ts';

/** A task is 1 KB on average, and 800 KB with the maximum number of properties. */
const BATCH_SIZE = 50;

/** Yields chunks of JSON. */
export async function* streamPlanOutcome(
  db: Database,
  scope: Scope,
  { plannedIds, rejected }: PlanOutcome,
  translate: Translate,
): AsyncGenerator<string> {
  yield '{"tasks":[';
  let separator = '';
  for (let start = 0; start < plannedIds.length; start += BATCH_SIZE) {
    const views = await readTaskViews(db, scope, plannedIds.slice(start, start + BATCH_SIZE));
    if (views.length === 0) continue;
    yield separator + views.map((view) => JSON.stringify(view)).join();
    separator = ',';
  }
  yield '],"rejected":[';
  for (let start = 0; start < rejected.length; start += BATCH_SIZE) {
    const batch = rejected.slice(start, start + BATCH_SIZE);
    const views = await readTaskViews(
      db,
      scope,
      batch.map(({ id }) => id),
    );
    const viewsById = new Map(views.map((view) => [view.id, view]));
    const entries = batch.map(({ message, changedBy, ...move }) =>
      JSON.stringify({
        ...move,
        message: translate(message),
        task: viewsById.get(move.id) ?? null,
        changedBy,
      }),
    );
    yield (start === 0 ? '' : ',') + entries.join();
  }
  yield ']}';
}
