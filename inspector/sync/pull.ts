import type { LiveChangePage } from '#contract/live-change.ts';
import type { WorkPage, WorkVersion } from '#contract/work.ts';
import { readFact, saveFact } from '#inspector/store/facts.ts';
import { resetAfterRestore } from '#inspector/store/reset-after-restore.ts';
import { removeTasks, saveWork } from '#inspector/store/save-work.ts';
import type { Store } from '#inspector/store/store.ts';
import { RequestRejectedError, type Server, SignedOut } from './server.ts';

/** The owner of the device. */
export type Person = { id: number; teamIds: readonly string[] };

const BATCH_SIZE = 50;
/** Above this number of changes it is cheaper to read all work again. */
const FULL_READ_THRESHOLD = 200;

/**
 * Updates the device from the server: reads all work of the person the first time and after a reset, and later only
 * the changes. `waitSeconds`: how long the server may wait for changes. Returns whether there were any.
 */
export const pull = async (
  store: Store,
  server: Server,
  { person, waitSeconds = 0, signal }: { person: Person; waitSeconds?: number; signal?: AbortSignal },
): Promise<boolean> => {
  const after = await readFact(store, 'changeToken');
  const feed = await server.request<LiveChangePage>('GET', '/api/v1/changes', {
    query: { after, ...(after !== undefined && { wait: String(waitSeconds) }) },
    ...(signal && { signal }),
  });
  const isFullRead =
    after === undefined || feed.isReset || feed.hasMore || feed.changes.length > FULL_READ_THRESHOLD;
  if (feed.isReset) await resetAfterRestore(store);
  if (isFullRead) await pullAll(store, server);
  else await pullChanged(store, server, { person, feed });
  // The position from before the work was read, so changes in the meantime are read again.
  await saveFact(store, 'changeToken', feed.next);
  await saveFact(store, 'syncedAt', new Date(store.now()).toISOString());
  return isFullRead || feed.changes.length > 0;
};

/**
 * Reads one task, for a link or code that was opened. Stores nothing if the person has no access to it. Throws
 * Unreachable, SignedOut, RejectedError.
 */
export const pullTask = (store: Store, server: Server, taskId: string): Promise<void> =>
  pullTasks(store, server, [taskId]);

const pullAll = async (store: Store, server: Server) => {
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const page = await server.request<WorkPage>('GET', '/api/v1/work', { query: { after } });
    await saveNewWork(store, server, page.work);
    for (const { task } of page.work) seen.add(task.id);
    after = page.next ?? undefined;
  } while (after !== undefined);
  const stored = (await store.database.tasks.toCollection().primaryKeys()) as string[];
  await pullTasks(
    store,
    server,
    stored.filter((id) => !seen.has(id)),
  );
};

const pullChanged = async (
  store: Store,
  server: Server,
  { person, feed }: { person: Person; feed: LiveChangePage },
) => {
  const stored = new Set((await store.database.tasks.toCollection().primaryKeys()) as string[]);
  const concerns = ({ id, assigneeId, teamId }: LiveChangePage['changes'][number]) =>
    stored.has(id) ||
    assigneeId === person.id ||
    (assigneeId === null && teamId !== null && person.teamIds.includes(teamId));
  const ids = feed.changes.filter((change) => change.hasTask && concerns(change)).map(({ id }) => id);
  await pullTasks(store, server, ids);
};

/** Reads certain tasks, in any state. Tasks that the person has no access to are removed. */
const pullTasks = async (store: Store, server: Server, ids: readonly string[]) => {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    let waiting = ids.slice(start, start + BATCH_SIZE);
    while (waiting.length > 0) {
      const { work, next } = await server.request<WorkPage>('GET', '/api/v1/work', {
        query: { id: waiting.join(',') },
      });
      await saveNewWork(store, server, work);
      const received = new Set(work.map(({ task }) => task.id));
      const missing = waiting.filter((id) => !received.has(id));
      if (next === null) await removeTasks(store, missing);
      // The server ends a page early if it is large.
      waiting = next === null || work.length === 0 ? [] : missing;
    }
  }
};

/**
 * Stores tasks after their workbook versions, so that every task in the list can be started. A version never changes,
 * so each is read once. If the server returns an error for a version, only its tasks are left out.
 */
const saveNewWork = async (store: Store, server: Server, work: WorkPage['work']) => {
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
      await versions.put(await server.request<WorkVersion>('GET', `/api/v1/work/versions/${id}`));
      needed.delete(id);
    } catch (error) {
      if (!(error instanceof RequestRejectedError) || error instanceof SignedOut) throw error;
    }
  }
  await saveWork(
    store,
    work.filter(({ task }) => !needed.has(task.workbook.versionId)),
  );
};
