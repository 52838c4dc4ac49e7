import type { Translate } from '#i18n/translate.ts';
import type { Database } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { readTaskViews } from '#service/tasks/views/task-view-queries.ts';
import type { PlanOutcome } from './plan-tasks.ts';

/** Tasks per query: a task has 1 KB on average, 800 KB with the maximum of properties. */
const AT_ONCE = 50;

/** The outcome of moves as JSON, in pieces, with the tasks as they are when read; `translate` translates the error messages. */
export async function* plannedPieces(
  db: Database,
  scope: Scope,
  { plannedIds, rejected }: PlanOutcome,
  translate: Translate,
): AsyncGenerator<string> {
  yield '{"tasks":[';
  let separator = '';
  for (let start = 0; start < plannedIds.length; start += AT_ONCE) {
    const views = await readTaskViews(db, scope, plannedIds.slice(start, start + AT_ONCE));
    if (views.length === 0) continue;
    yield separator + views.map((view) => JSON.stringify(view)).join();
    separator = ',';
  }
  yield '],"rejected":[';
  for (let start = 0; start < rejected.length; start += AT_ONCE) {
    const some = rejected.slice(start, start + AT_ONCE);
    const views = await readTaskViews(
      db,
      scope,
      some.map(({ id }) => id),
    );
    const viewOf = new Map(views.map((view) => [view.id, view]));
    const texts = some.map(({ message, changedBy, ...each }) =>
      JSON.stringify({ ...each, message: translate(message), task: viewOf.get(each.id) ?? null, changedBy }),
    );
    yield (start === 0 ? '' : ',') + texts.join();
  }
  yield ']}';
}
