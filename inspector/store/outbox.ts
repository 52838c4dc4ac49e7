import { liveQuery } from 'dexie';
import type { OutboxAction, OutboxEntry, Queue, SendError } from './local-data.ts';
import type { Store } from './store.ts';

// The actions that the server has not acknowledged, in one queue for each inspection. A blocked queue does not block
// the others.

/**
 * Adds an action to the outbox. It replaces an unsent change to the same field, so that a sentence is not sent letter
 * by letter, and a correction replaces the rejected answer. Call it within a transaction on commands and queues.
 */
export const appendToOutbox = async (
  { database: { commands, queues }, now }: Pick<Store, 'database' | 'now'>,
  inspectionId: string,
  act: OutboxAction,
): Promise<void> => {
  await commands
    .where({ inspectionId })
    .filter((entry) => !entry.isInFlight && isSameField(entry.act, act))
    .delete();
  await commands.add({ inspectionId, createdAt: now(), isInFlight: false, act });
  // The inspector has corrected the error that blocked the queue.
  await queues
    .where({ inspectionId })
    .filter(({ trouble }) => trouble !== null)
    .delete();
};

const isSameField = (a: OutboxAction, b: OutboxAction) =>
  a.kind === 'answer' &&
  b.kind === 'answer' &&
  a.field === b.field &&
  a.itemId === b.itemId &&
  a.isComment === b.isComment;

/** Calls `onChange` when the outbox changes, in any window. Returns a function that stops it. */
export const watchOutbox = ({ database }: Store, onChange: () => void): (() => void) => {
  const subscription = liveQuery(() =>
    Promise.all([database.commands.count(), database.queues.count()]),
  ).subscribe(onChange);
  return () => subscription.unsubscribe();
};

/** Answers before pictures, because they are small and planners wait for them. The completion comes last. */
const SEND_ORDER: readonly OutboxEntry['act']['kind'][] = ['start', 'answer', 'attach', 'finish'];

/** Returns the next action of an inspection and marks it as in flight, so that it no longer changes. */
export const takeNextEntry = ({ database }: Store, inspectionId: string): Promise<OutboxEntry | undefined> =>
  database.transaction('rw', database.commands, async () => {
    const unsent = await database.commands.where({ inspectionId }).sortBy('number');
    const next = SEND_ORDER.map((kind) => unsent.find(({ act }) => act.kind === kind)).find(Boolean);
    if (next && !next.isInFlight) await database.commands.update(next.number, { isInFlight: true });
    return next;
  });

/** Removes an action that the server has acknowledged. `revision` is the inspection's revision in the response. */
export const acknowledge = (
  { database }: Store,
  { number, inspectionId }: OutboxEntry,
  revision?: number,
): Promise<void> =>
  database.transaction('rw', database.commands, database.inspections, database.queues, async () => {
    await database.commands.delete(number);
    await database.queues.delete(inspectionId);
    const inspection = await database.inspections.get(inspectionId);
    if (inspection && revision !== undefined && revision > inspection.acknowledgedRevision)
      await database.inspections.update(inspectionId, { acknowledgedRevision: revision });
  });

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Schedules the next attempt to send an inspection, with exponential backoff. `chance` is a random number from 0 to 1.
 * `retryAfterMs` is the pause that the server asked for. It is limited, because a wrong value must not delay work for
 * days.
 */
export const retryLater = async (
  { database, now }: Store,
  inspectionId: string,
  { chance, retryAfterMs }: { chance: number; retryAfterMs: number },
): Promise<void> => {
  const failures = ((await database.queues.get(inspectionId))?.failures ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  // Randomized, because a whole team may be back online at once.
  const randomized = pause * (0.5 + chance / 2);
  const serverPause = Math.min(retryAfterMs, MAX_PAUSE_MS);
  const retryAt = new Date(now() + Math.max(randomized, serverPause)).toISOString();
  await database.queues.put({
    inspectionId,
    failures,
    retryAt,
    isServerPause: serverPause > 0,
    trouble: null,
  });
};

/**
 * Stores the error of a rejected action, for the inspector to resolve. The action is sent again on request, or replaced
 * by a new answer. A rejected completion is removed, which reopens the inspection.
 */
export const recordSendError = (
  { database }: Store,
  inspectionId: string,
  trouble: SendError,
): Promise<void> =>
  database.transaction('rw', database.commands, database.inspections, database.queues, async () => {
    const rejected = await database.commands
      .where({ inspectionId })
      .filter(({ isInFlight }) => isInFlight)
      .toArray();
    const sets = JSON.stringify((await database.inspections.get(inspectionId))?.sets);
    const removed = rejected.find(({ act }) => act.kind === 'attach' && !sets?.includes(act.pictureId));
    // The picture was removed while it was being sent, so there is no error to resolve.
    if (removed) return void (await database.commands.delete(removed.number));
    await database.queues.put({ inspectionId, failures: 0, retryAt: NEVER, trouble });
    for (const { number, act } of rejected) {
      if (act.kind !== 'finish') await database.commands.update(number, { isInFlight: false });
      else {
        await database.commands.delete(number);
        await database.inspections.update(inspectionId, { finishedAt: null });
      }
    }
  });

const NEVER = '9999-12-31T00:00:00.000Z';

/** Ends all pauses at the request of a person, or those of one inspection, even if it needs attention. */
export const retryNow = async ({ database }: Store, inspectionId?: string): Promise<void> => {
  if (inspectionId !== undefined) await database.queues.delete(inspectionId);
  else await database.queues.filter(({ trouble }) => trouble === null).delete();
};

/** Ends pauses after connection failures, but not those that the server asked for. */
export const retryReconnected = async ({ database }: Store): Promise<void> => {
  await database.queues.filter(({ trouble, isServerPause }) => trouble === null && !isServerPause).delete();
};

/** Returns the inspections that can be sent now. */
export const readyInspections = ({ database, now }: Store): Promise<string[]> =>
  database.transaction('r', database.commands, database.queues, async () => {
    const unsent = (await database.commands.orderBy('inspectionId').uniqueKeys()) as string[];
    const queues = new Map((await database.queues.toArray()).map((queue) => [queue.inspectionId, queue]));
    return unsent.filter((id) => isReady(queues.get(id), now()));
  });

const isReady = (queue: Queue | undefined, now: number) =>
  queue === undefined ||
  Date.parse(queue.retryAt) <= now ||
  // No pause is this long: the clock of the device was ahead.
  (queue.trouble === null && Date.parse(queue.retryAt) > now + MAX_PAUSE_MS);

/** Returns the time of the next attempt, in milliseconds since 1970; undefined: no queue is paused. */
export const nextRetry = async ({ database, now }: Store): Promise<number | undefined> => {
  const times = (await database.queues.toArray())
    .filter(({ trouble }) => trouble === null)
    .map(({ retryAt }) => Date.parse(retryAt))
    // Past times belong to queues that are being sent or are empty.
    .filter((time) => time > now());
  return times.length === 0 ? undefined : Math.min(...times);
};
