import type { LiveChangePage } from '#contract/live-change.ts';
import type { WorkPage, WorkVersion } from '#contract/work.ts';
import { resetAfterRestore } from '#inspector/store/reset-after-restore.ts';
import { removeTasks, saveWork } from '#inspector/store/save-work.ts';
import type { Store } from '#inspector/store/store.ts';
import { readStoredValue, saveStoredValue } from '#inspector/store/stored-values.ts';
import { RequestRejectedError, type ServerClient, SignedOutError } from './server-client.ts';

/** The device's owner. */
export type Person = { id: number; teamIds: readonly string[] };

const BATCH_SIZE = 50;
/** Above this many changes, re-reading all work is cheaper. */
const FULL_READ_THRESHOLD = 200;

/** The server waits up to `waitSeconds` for changes. Returns whether there were changes. */
export const pull = async (
  store: Store,
  client: ServerClient,
  { person, waitSeconds = 0, signal }: { person: Person; waitSeconds?: number; signal?: AbortSignal },
): Promise<boolean> => {
  const changeToken = await readStoredValue(store, 'changeToken');
  const feed = await client.request<LiveChangePage>('GET', '/api/v1/changes', {
    query: { after: changeToken, ...(changeToken !== undefined && { wait: String(waitSeconds) }) },
    ...(signal && { signal }),
  });
  const isFullRead =
    changeToken === undefined || feed.isReset || feed.hasMore || feed.changes.length > FULL_READ_THRESHOLD;
  if (feed.isReset) await resetAfterRestore(store);
  if (isFullRead) await pullAll(store, client);
  else await pullChangedTasks(store, client, { person, feed });
  // The token predates the data, so changes made in the meantime are read again.
  await saveStoredValue(store, 'changeToken', feed.next);
  await saveStoredValue(store, 'syncedAt', new Date(store.now()).toISOString());
  return isFullRead || feed.changes.length > 0;
};

/** Stores nothing if the person has no access to the task. Throws ServerUnreachableError, RequestRejectedError. */
export const pullTask = (store: Store, client: ServerClient, taskId: string): Promise<void> =>
  pullTasks(store, client, [taskId]);

const pullAll = async (store: Store, client: ServerClient) => {
  const receivedIds = new Set<string>();
  let after: string | undefined;
  do {
    const page = await client.request<WorkPage>('GET', '/api/v1/work', { query: { after } });
    await saveNewWork(store, client, page.work);
    for (const { task } of page.work) receivedIds.add(task.id);
    after = page.next ?? undefined;
  } while (after !== undefined);
  const storedIds = (await store.database.tasks.toCollection().primaryKeys()) as string[];
  await pullTasks(
    store,
    client,
    storedIds.filter((id) => !receivedIds.has(id)),
  );
};

const pullChangedTasks = async (
  store: Store,
  client: ServerClient,
  { person, feed }: { person: Person; feed: LiveChangePage },
) => {
  const storedIds = new Set((await store.database.tasks.toCollection().primaryKeys()) as string[]);
  const isRelevant = ({ id, assigneeId, teamId }: LiveChangePage['changes'][number]) =>
    storedIds.has(id) ||
    assigneeId === person.id ||
    (assigneeId === null && teamId !== null && person.teamIds.includes(teamId));
  const ids = feed.changes.filter((change) => change.hasTask && isRelevant(change)).map(({ id }) => id);
  await pullTasks(store, client, ids);
};

/** Reads the given tasks, whatever their state. Tasks that the person has no access to are removed. */
const pullTasks = async (store: Store, client: ServerClient, ids: readonly string[]) => {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    let remainingIds = ids.slice(start, start + BATCH_SIZE);
    while (remainingIds.length > 0) {
      const { work, next } = await client.request<WorkPage>('GET', '/api/v1/work', {
        query: { id: remainingIds.join(',') },
      });
      await saveNewWork(store, client, work);
      const returnedIds = new Set(work.map(({ task }) => task.id));
      const missingIds = remainingIds.filter((id) => !returnedIds.has(id));
      if (next === null) await removeTasks(store, missingIds);
      // The page may end early: the server caps its size.
      remainingIds = next === null || work.length === 0 ? [] : missingIds;
    }
  }
};

/** Stores only tasks whose workbook version is on the device, so that every task in the list can be started. */
const saveNewWork = async (store: Store, client: ServerClient, work: WorkPage['work']) => {
  const { versions } = store.database;
  const missingVersionIds = new Set(
    work.flatMap(({ task, inspection }) => [
      task.workbook.versionId,
      ...(inspection ? [inspection.workbookId] : []),
    ]),
  );
  for (const id of await versions.toCollection().primaryKeys()) missingVersionIds.delete(id as string);
  for (const id of missingVersionIds) {
    try {
      await versions.put(await client.request<WorkVersion>('GET', `/api/v1/work/versions/${id}`));
      missingVersionIds.delete(id);
    } catch (error) {
      if (!(error instanceof RequestRejectedError) || error instanceof SignedOutError) throw error;
    }
  }
  await saveWork(
    store,
    work.filter(({ task }) => !missingVersionIds.has(task.workbook.versionId)),
  );
};
