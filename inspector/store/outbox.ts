import { liveQuery } from 'dexie';
import { createReferenceCheck } from './create-reference-check.ts';
import type { OutboxAction, OutboxEntry, SendError, SendPause } from './local-data.ts';
import type { Store } from './store.ts';

// The outbox has one queue per inspection, so that a blocked queue does not block the others.

/**
 * Replaces an unsent change to the same field, so that text is not sent letter by letter, and a correction replaces
 * the rejected answer. Must be called in a transaction on outbox and pauses.
 */
export const appendToOutbox = async (
  { database: { outbox, pauses }, now }: Pick<Store, 'database' | 'now'>,
  inspectionId: string,
  action: OutboxAction,
): Promise<void> => {
  await outbox
    .where({ inspectionId })
    .filter((entry) => !entry.isInFlight && isSameField(entry.action, action))
    .delete();
  await outbox.add({ inspectionId, createdAt: now(), isInFlight: false, action });
  // The inspector has corrected the error that blocked the queue.
  await pauses
    .where({ inspectionId })
    .filter(({ error }) => error !== null)
    .delete();
};

const isSameField = (a: OutboxAction, b: OutboxAction) =>
  a.kind === 'answer' &&
  b.kind === 'answer' &&
  a.field === b.field &&
  a.itemId === b.itemId &&
  a.isComment === b.isComment;

/** Calls `onChange` when the outbox changes, in any window. Returns an unsubscribe function. */
export const watchOutbox = ({ database }: Store, onChange: () => void): (() => void) => {
  const subscription = liveQuery(() =>
    Promise.all([database.outbox.count(), database.pauses.count()]),
  ).subscribe(onChange);
  return () => subscription.unsubscribe();
};

/** Answers are sent before pictures, because they are small and planners are waiting for them. */
const SEND_ORDER: readonly OutboxAction['kind'][] = ['start', 'answer', 'attach', 'complete'];

/** Returns an inspection's next action, and marks it as in flight so that it no longer changes. */
export const takeNextEntry = ({ database }: Store, inspectionId: string): Promise<OutboxEntry | undefined> =>
  database.transaction('rw', database.outbox, async () => {
    const entries = await database.outbox.where({ inspectionId }).sortBy('number');
    const entry = SEND_ORDER.map((kind) => entries.find(({ action }) => action.kind === kind)).find(Boolean);
    if (entry && !entry.isInFlight) await database.outbox.update(entry.number, { isInFlight: true });
    return entry;
  });

/** Removes an action that the server has acknowledged. `revision` is the inspection's revision in the response. */
export const recordAcknowledgement = (
  { database }: Store,
  { number, inspectionId }: OutboxEntry,
  revision?: number,
): Promise<void> =>
  database.transaction('rw', database.outbox, database.inspections, database.pauses, async () => {
    await database.outbox.delete(number);
    await database.pauses.delete(inspectionId);
    const inspection = await database.inspections.get(inspectionId);
    if (inspection && revision !== undefined && revision > inspection.acknowledgedRevision)
      await database.inspections.update(inspectionId, { acknowledgedRevision: revision });
  });

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** `random` is between 0 and 1. Caps the server's pause: a wrong value must not delay work for days. */
export const retryLater = async (
  { database, now }: Store,
  inspectionId: string,
  { random, retryAfterMs }: { random: number; retryAfterMs: number },
): Promise<void> => {
  const failures = ((await database.pauses.get(inspectionId))?.failures ?? 0) + 1;
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  // Jitter, because an entire team may come back online together.
  const randomBackoff = backoff * (0.5 + random / 2);
  const serverPause = Math.min(retryAfterMs, MAX_PAUSE_MS);
  const retryAt = new Date(now() + Math.max(randomBackoff, serverPause)).toISOString();
  await database.pauses.put({ inspectionId, failures, retryAt, isServerPause: serverPause > 0, error: null });
};

/** The inspector can retry or replace a rejected action. A rejected completion is removed to reopen the inspection. */
export const recordSendError = ({ database }: Store, inspectionId: string, error: SendError): Promise<void> =>
  database.transaction('rw', database.outbox, database.inspections, database.pauses, async () => {
    const rejectedEntries = await database.outbox
      .where({ inspectionId })
      .filter(({ isInFlight }) => isInFlight)
      .toArray();
    const isReferenced = createReferenceCheck((await database.inspections.get(inspectionId))?.sets);
    const removedPicture = rejectedEntries.find(
      ({ action }) => action.kind === 'attach' && !isReferenced(action.pictureId),
    );
    // The picture was removed while it was being sent, so there is no error to resolve.
    if (removedPicture) return void (await database.outbox.delete(removedPicture.number));
    await database.pauses.put({ inspectionId, failures: 0, retryAt: NEVER, error });
    for (const { number, action } of rejectedEntries) {
      if (action.kind !== 'complete') await database.outbox.update(number, { isInFlight: false });
      else {
        await database.outbox.delete(number);
        await database.inspections.update(inspectionId, { completedAt: null });
      }
    }
  });

const NEVER = '9999-12-31T00:00:00.000Z';

/** Ends one inspection's pause, even after an error, or all pauses without an error. */
export const retryNow = async ({ database }: Store, inspectionId?: string): Promise<void> => {
  if (inspectionId !== undefined) await database.pauses.delete(inspectionId);
  else await database.pauses.filter(({ error }) => error === null).delete();
};

/** Ends pauses caused by connection failures, but not those requested by the server. */
export const retryAfterReconnect = async ({ database }: Store): Promise<void> => {
  await database.pauses.filter(({ error, isServerPause }) => error === null && !isServerPause).delete();
};

export const listReadyInspections = ({ database, now }: Store): Promise<string[]> =>
  database.transaction('r', database.outbox, database.pauses, async () => {
    const inspectionIds = (await database.outbox.orderBy('inspectionId').uniqueKeys()) as string[];
    const pauses = new Map((await database.pauses.toArray()).map((pause) => [pause.inspectionId, pause]));
    return inspectionIds.filter((id) => isReady(pauses.get(id), now()));
  });

const isReady = (pause: SendPause | undefined, now: number) =>
  pause === undefined ||
  Date.parse(pause.retryAt) <= now ||
  // No pause is this long. The device's clock must have been ahead when the time was stored.
  (pause.error === null && Date.parse(pause.retryAt) > now + MAX_PAUSE_MS);

/** Returns the time of the next attempt in milliseconds since 1970, or undefined if no attempt is scheduled. */
export const findNextRetry = async ({ database, now }: Store): Promise<number | undefined> => {
  const times = (await database.pauses.toArray())
    .filter(({ error }) => error === null)
    .map(({ retryAt }) => Date.parse(retryAt))
    // Past times belong to inspections that are being sent or have nothing to send.
    .filter((time) => time > now());
  return times.length === 0 ? undefined : Math.min(...times);
};
