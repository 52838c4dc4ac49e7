import type { Say } from '#sentences/say.ts';
import type { Database } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { readTaskViews } from '#service/tasks/views/task-view-queries.ts';
import type { PlanOutcome } from './plan-tasks.ts';

/** Tasks that are read at once: one has 1 KB, or 800 with all the properties that it may have. */
const AT_ONCE = 50;

/** What came of moves as JSON, piece by piece, with the tasks as they are when they are read; `say` says the refusals. */
export async function* plannedPieces(
  db: Database,
  scope: Scope,
  { plannedIds, refused }: PlanOutcome,
  say: Say,
): AsyncGenerator<string> {
  yield '{"tasks":[';
  let separator = '';
  for (let start = 0; start < plannedIds.length; start += AT_ONCE) {
    const views = await readTaskViews(db, scope, plannedIds.slice(start, start + AT_ONCE));
    if (views.length === 0) continue;
    yield separator + views.map((view) => JSON.stringify(view)).join();
    separator = ',';
  }
  yield '],"refused":[';
  for (let start = 0; start < refused.length; start += AT_ONCE) {
    const some = refused.slice(start, start + AT_ONCE);
    const views = await readTaskViews(
      db,
      scope,
      some.map(({ id }) => id),
    );
    const viewOf = new Map(views.map((view) => [view.id, view]));
    const texts = some.map(({ message, ...each }) =>
      JSON.stringify({ ...each, message: say(message), task: viewOf.get(each.id) ?? null }),
    );
    yield (start === 0 ? '' : ',') + texts.join();
  }
  yield ']}';
}
