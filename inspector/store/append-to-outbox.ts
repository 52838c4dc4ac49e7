import type { OutboxAction } from './local-data.ts';
import type { Store } from './store.ts';

/**
 * Adds an action to the outbox. It replaces an unsent change to the same field, so a sentence is sent once and not
 * letter by letter, and the correction of a rejected answer replaces that answer. Call it within a transaction that
 * includes commands and queues.
 */
export const appendToOutbox = async (
  { database: { commands, queues }, now }: Store,
  inspectionId: string,
  act: OutboxAction,
): Promise<void> => {
  await commands
    .where({ inspectionId })
    .filter((before) => !before.isInFlight && isOfSameField(before.act, act))
    .delete();
  await commands.add({ inspectionId, createdAt: now(), isInFlight: false, act });
  // The inspector has dealt with the error that blocked the queue.
  await queues
    .where({ inspectionId })
    .filter(({ trouble }) => trouble !== null)
    .delete();
};

const isOfSameField = (before: OutboxAction, act: OutboxAction) =>
  before.kind === 'answer' &&
  act.kind === 'answer' &&
  before.field === act.field &&
  before.itemId === act.itemId &&
  before.isComment === act.isComment;
