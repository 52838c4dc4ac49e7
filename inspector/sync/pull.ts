import type { LiveChangePage } from '#contract/live-change.ts';
import type { WorkPage, WorkVersion } from '#contract/work.ts';
import { resetAfterRestore } from '#inspector/store/reset-after-restore.ts';
import { removeTasks, saveWork } from '#inspector/store/save-work.ts';
import type { Store } from '#inspector/store/store.ts';
import { readStoredValue, saveStoredValue } from '#inspector/store/stored-values.ts';
import { RequestRejectedError, type Server, SignedOutError } from './server.ts';

/** The device's owner. */
export type Person = { id: number; teamIds: readonly string[] };

const BATCH_SIZE = 50;
/** Above this number of changes, it is cheaper to read all work again. */
const FULL_READ_THRESHOLD = 200;

/**
 * Updates the device from the server: reads all of the person's work the first time and after a reset, and otherwise
 * only changes. The server waits up to `waitSeconds` for changes. Returns whether there were any.
 */
export const pull = async (
  store: Store,
  server: Server,
  { person, waitSeconds = 0, signal }: { person: Person; waitSeconds?: number; signal?: AbortSignal },
): Promise<boolean> => {
  const after = await readStoredValue(store, 'changeToken');
  const feed = await server.request<LiveChangePage>('GET', '/api/v1/changes', {
    query: { after, ...(after !== undefined && { wait: String(waitSeconds) }) },
    ...(signal && { signal }),
  });
  const isFullRead =
    after === undefined || feed.isReset || feed.hasMore || feed.changes.length > FULL_READ_THRESHOLD;
  if (feed.isReset) await resetAfterRestore(store);
  if (isFullRead) await pullAll(store, server);
  else await pullChanged(store, server, { person, feed });
  // This position was obtained before the reads, so changes made in the meantime are read again.
  await saveStoredValue(store, 'changeToken', feed.next);
  await saveStoredValue(store, 'syncedAt', new Date(store.now()).toISOString());
  return isFullRead || feed.changes.length > 0;
};

/**
 * Downloads the task that a link or code refers to. Stores nothing if the person has no access to it. Throws
 * ServerUnreachableError, SignedOutError, RequestRejectedError.
 */
export const pullTask = (store: Store, server: Server, taskId: string): Promise<void> =>
  pullTasks(store, server, [taskId]);

const pullAll = async (store: Store, server: Server) => {
  const receivedIds = new Set<string>();
  let after: string | undefined;
  do {
    const page = await server.request<WorkPage>('GET', '/api/v1/work', { query: { after } });
    await saveNewWork(store, server, page.work);
    for (const { task } of page.work) receivedIds.add(task.id);
    after = page.next ?? undefined;
  } while (after !== undefined);
  const stored = (await store.database.tasks.toCollection().primaryKeys()) as string[];
  await pullTasks(
    store,
    server,
    stored.filter((id) => !receivedIds.has(id)),
  );
};

const pullChanged = async (
  store: Store,
  server: Server,
  { person, feed }: { person: Person; feed: LiveChangePage },
) => {
  const stored = new Set((await store.database.tasks.toCollection().primaryKeys()) as string[]);
  const isRelevant = ({ id, assigneeId, teamId }: LiveChangePage['changes'][number]) =>
    stored.has(id) ||
    assigneeId === person.id ||
    (assigneeId === null && teamId !== null && person.teamIds.includes(teamId));
  const ids = feed.changes.filter((change) => change.hasTask && isRelevant(change)).map(({ id }) => id);
  await pullTasks(store, server, ids);
};

/** Reads the given tasks, whatever their state. Tasks that the person has no access to are removed. */
const pullTasks = async (store: Store, server: Server, ids: readonly string[]) => {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    let remaining = ids.slice(start, start + BATCH_SIZE);
    while (remaining.length > 0) {
      const { work, next } = await server.request<WorkPage>('GET', '/api/v1/work', {
        query: { id: remaining.join(',') },
      });
      await saveNewWork(store, server, work);
      const received = new Set(work.map(({ task }) => task.id));
      const missing = remaining.filter((id) => !received.has(id));
      if (next === null) await removeTasks(store, missing);
      // The server ends a page early if it is large.
      remaining = next === null || work.length === 0 ? [] : missing;
    }
  }
};

/**
 * Stores tasks after their workbook versions so every task in the list can be started. Each version is read only once,
 * because it never changes. If the server rejects the request for a version, its tasks are left out.
 */
const saveNewWork = async (store: Store, server: Server, work: WorkPage['work']) => {
  const { versions } = store.database;
  const missingVersions = new Set(
    work.flatMap(({ task, inspection }) => [
      task.workbook.versionId,
      ...(inspection ? [inspection.workbookId] : []),
    ]),
  );
  for (const id of await versions.toCollection().primaryKeys()) missingVersions.delete(id as string);
  for (const id of missingVersions) {
    try {
      await versions.put(await server.request<WorkVersion>('GET', `/api/v1/work/versions/${id}`));
      missingVersions.delete(id);
    } catch (error) {
      if (!(error instanceof RequestRejectedError) || error instanceof SignedOutError) throw error;
    }
  }
  await saveWork(
    store,
    work.filter(({ task }) => !missingVersions.has(task.workbook.versionId)),
  );
};
