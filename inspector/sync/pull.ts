import type { Work, WorkVersion } from '#contract/work.ts';
import { acceptSetback } from '#inspector/store/accept-setback.ts';
import { keepFact, readFact } from '#inspector/store/facts.ts';
import { forgetTasks, keepWork } from '#inspector/store/keep-work.ts';
import type { Store } from '#inspector/store/store.ts';
import { Refused, type Server, SignedOut } from './server.ts';

type News = {
  changes: {
    id: string;
    hasTask: boolean;
    isDeleted: boolean;
    assigneeId: number | null;
    teamId: string | null;
  }[];
  next: string;
  isBehind: boolean;
  isReset: boolean;
};
type WorkPage = { work: Work[]; next: string | null };

/** Whose device it is. */
export type Person = { id: number; teamIds: readonly string[] };

const AT_ONCE = 50;
/** Changes after which it is less to read all work anew. */
const MANY = 200;

/**
 * Brings the device up to what the server has: all of the person's work the first time and when asked, later what has
 * changed. `waitSeconds`: how long the server may wait for news. Returns whether there was any.
 */
export const pull = async (
  store: Store,
  server: Server,
  { person, waitSeconds = 0, signal }: { person: Person; waitSeconds?: number; signal?: AbortSignal },
): Promise<boolean> => {
  const after = await readFact(store, 'changeToken');
  const news = await server.ask<News>('GET', '/api/v1/changes', {
    query: { after, ...(after !== undefined && { wait: String(waitSeconds) }) },
    ...(signal && { signal }),
  });
  const isAnew = after === undefined || news.isReset || news.isBehind || news.changes.length > MANY;
  if (news.isReset) await acceptSetback(store);
  if (isAnew) await pullAll(store, server);
  else await pullChanged(store, server, { person, news });
  // The token before the work was read: what changed meanwhile is told again.
  await keepFact(store, 'changeToken', news.next);
  await keepFact(store, 'syncedAt', new Date(store.now()).toISOString());
  return isAnew || news.changes.length > 0;
};

/**
 * Brings one task, whoever has it: somebody has come to it by a link or a code. Nothing comes when it is not theirs to see.
 * Throws Unreachable, SignedOut, Refused.
 */
export const pullTask = (store: Store, server: Server, taskId: string): Promise<void> =>
  pullTasks(store, server, [taskId]);

const pullAll = async (store: Store, server: Server) => {
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const page = await server.ask<WorkPage>('GET', '/api/v1/work', { query: { after } });
    await keepNews(store, server, page.work);
    for (const { task } of page.work) seen.add(task.id);
    after = page.next ?? undefined;
  } while (after !== undefined);
  const kept = (await store.database.tasks.toCollection().primaryKeys()) as string[];
  await pullTasks(
    store,
    server,
    kept.filter((id) => !seen.has(id)),
  );
};

const pullChanged = async (
  store: Store,
  server: Server,
  { person, news }: { person: Person; news: News },
) => {
  const kept = new Set((await store.database.tasks.toCollection().primaryKeys()) as string[]);
  const concerns = ({ id, assigneeId, teamId }: News['changes'][number]) =>
    kept.has(id) ||
    assigneeId === person.id ||
    (assigneeId === null && teamId !== null && person.teamIds.includes(teamId));
  const ids = news.changes.filter((change) => change.hasTask && concerns(change)).map(({ id }) => id);
  await pullTasks(store, server, ids);
};

/** Reads certain tasks, whatever became of them; those that one may not see any more are forgotten. */
const pullTasks = async (store: Store, server: Server, ids: readonly string[]) => {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    let waiting = ids.slice(start, start + AT_ONCE);
    while (waiting.length > 0) {
      const { work, next } = await server.ask<WorkPage>('GET', '/api/v1/work', {
        query: { id: waiting.join(',') },
      });
      await keepNews(store, server, work);
      const told = new Set(work.map(({ task }) => task.id));
      const untold = waiting.filter((id) => !told.has(id));
      if (next === null) await forgetTasks(store, untold);
      // A page ends early when it has become large.
      waiting = next === null || work.length === 0 ? [] : untold;
    }
  }
};

/**
 * Keeps tasks once their workbooks are here, so that each that is shown can be begun. A version never changes, so each is
 * read once. One that the server does not give keeps only its own tasks away.
 */
const keepNews = async (store: Store, server: Server, work: readonly Work[]) => {
  const { versions } = store.database;
  const needed = new Set(
    work.flatMap(({ task, inspection }) => [
      task.workbook.versionId,
      ...(inspection ? [inspection.workbookId] : []),
    ]),
  );
  for (const id of await versions.toCollection().primaryKeys()) needed.delete(id as string);
  for (const id of needed) {
    try {
      await versions.put(await server.ask<WorkVersion>('GET', `/api/v1/work/versions/${id}`));
      needed.delete(id);
    } catch (error) {
      if (!(error instanceof Refused) || error instanceof SignedOut) throw error;
    }
  }
  await keepWork(
    store,
    work.filter(({ task }) => !needed.has(task.workbook.versionId)),
  );
};
