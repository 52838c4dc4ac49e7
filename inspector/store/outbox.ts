import type { Command, Queue, Trouble } from './kept.ts';
import type { Store } from './store.ts';

// What the server is to be told, a queue for each inspection: one that stands still keeps no other from going on.

/** Answers before pictures: they are small, and planners wait for them; the end comes last. */
const ORDER: readonly Command['act']['kind'][] = ['start', 'answer', 'attach', 'finish'];

/** What is to be told next of an inspection; from now on it is told as it is. */
export const takeNext = ({ database }: Store, inspectionId: string): Promise<Command | undefined> =>
  database.transaction('rw', database.commands, async () => {
    const waiting = await database.commands.where({ inspectionId }).sortBy('number');
    const next = ORDER.map((kind) => waiting.find(({ act }) => act.kind === kind)).find(Boolean);
    if (next && !next.isUnderWay) await database.commands.update(next.number, { isUnderWay: true });
    return next;
  });

/** The server has heard it. `revision` is the inspection's then, where the reply told. */
export const settle = (
  { database }: Store,
  { number, inspectionId }: Command,
  revision?: number,
): Promise<void> =>
  database.transaction('rw', database.commands, database.inspections, database.queues, async () => {
    await database.commands.delete(number);
    await database.queues.delete(inspectionId);
    const inspection = await database.inspections.get(inspectionId);
    if (inspection && revision !== undefined && revision > inspection.keptRevision)
      await database.inspections.update(inspectionId, { keptRevision: revision });
  });

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Schedules the next attempt of an inspection that could not be sent, later each time. `chance` is from 0 to 1; `retryAfterMs`
 * is the pause that the server asked for, of which at most five minutes count: a wrong value must not hold work back for days.
 */
export const retryLater = async (
  { database, now }: Store,
  inspectionId: string,
  { chance, retryAfterMs }: { chance: number; retryAfterMs: number },
): Promise<void> => {
  const failures = ((await database.queues.get(inspectionId))?.failures ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  // Spread, for a whole team comes out of the tunnel at once.
  const spread = pause * (0.5 + chance / 2);
  const asked = Math.min(retryAfterMs, LONGEST_PAUSE_MS);
  const retryAt = new Date(now() + Math.max(spread, asked)).toISOString();
  await database.queues.put({ inspectionId, failures, retryAt, isServerPause: asked > 0, trouble: null });
};

/**
 * The server refuses it: somebody has to look. What was refused stays here and is told again when they say so, or is
 * replaced by what they say instead; but an end that came too early is taken back.
 */
export const reportTrouble = ({ database }: Store, inspectionId: string, trouble: Trouble): Promise<void> =>
  database.transaction('rw', database.commands, database.inspections, database.queues, async () => {
    const refused = await database.commands
      .where({ inspectionId })
      .filter(({ isUnderWay }) => isUnderWay)
      .toArray();
    const sets = JSON.stringify((await database.inspections.get(inspectionId))?.sets);
    const removed = refused.find(({ act }) => act.kind === 'attach' && !sets?.includes(act.pictureId));
    // A picture that was taken away while it was on its way is nobody's trouble, and nobody could end it.
    if (removed) return void (await database.commands.delete(removed.number));
    await database.queues.put({ inspectionId, failures: 0, retryAt: NEVER, trouble });
    for (const { number, act } of refused) {
      if (act.kind !== 'finish') await database.commands.update(number, { isUnderWay: false });
      else {
        await database.commands.delete(number);
        await database.inspections.update(inspectionId, { finishedAt: null });
      }
    }
  });

const NEVER = '9999-12-31T00:00:00.000Z';

/** Ends all pauses between attempts because a person asks; `inspectionId`: of one inspection, even if it needs attention. */
export const retryNow = async ({ database }: Store, inspectionId?: string): Promise<void> => {
  if (inspectionId !== undefined) await database.queues.delete(inspectionId);
  else await database.queues.filter(({ trouble }) => trouble === null).delete();
};

/** Ends the pauses of a lost connection because it is back; those that the server asked for remain. */
export const retryReconnected = async ({ database }: Store): Promise<void> => {
  await database.queues.filter(({ trouble, isServerPause }) => trouble === null && !isServerPause).delete();
};

/** Inspections of which something is to be told now. */
export const readyInspections = ({ database, now }: Store): Promise<string[]> =>
  database.transaction('r', database.commands, database.queues, async () => {
    const waiting = (await database.commands.orderBy('inspectionId').uniqueKeys()) as string[];
    const queues = new Map((await database.queues.toArray()).map((queue) => [queue.inspectionId, queue]));
    return waiting.filter((id) => isReady(queues.get(id), now()));
  });

const isReady = (queue: Queue | undefined, now: number) =>
  queue === undefined ||
  Date.parse(queue.retryAt) <= now ||
  // Nobody waits so long: the clock of the device was ahead.
  (queue.trouble === null && Date.parse(queue.retryAt) > now + LONGEST_PAUSE_MS);

/** When the next queue may go on, in milliseconds since 1970; undefined: none waits for its time. */
export const nextRetry = async ({ database, now }: Store): Promise<number | undefined> => {
  const times = (await database.queues.toArray())
    .filter(({ trouble }) => trouble === null)
    .map(({ retryAt }) => Date.parse(retryAt))
    // Whose time has come is being told, or has nothing left to tell.
    .filter((time) => time > now());
  return times.length === 0 ? undefined : Math.min(...times);
};
