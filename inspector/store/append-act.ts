import type { Act } from './kept.ts';
import type { Store } from './store.ts';

/**
 * Adds to what the server is to be told. What was said before of the same field, and is not under way, need not be told any
 * more: who types a sentence sends it once, and who corrects an answer that was refused sends the correction. Called within
 * a transaction that holds commands and queues.
 */
export const appendAct = async (
  { database: { commands, queues }, now }: Store,
  inspectionId: string,
  act: Act,
): Promise<void> => {
  await commands
    .where({ inspectionId })
    .filter((before) => !before.isUnderWay && isOfSameField(before.act, act))
    .delete();
  await commands.add({ inspectionId, madeAt: now(), isUnderWay: false, act });
  // Somebody has looked at what was in its way.
  await queues
    .where({ inspectionId })
    .filter(({ trouble }) => trouble !== null)
    .delete();
};

const isOfSameField = (before: Act, act: Act) =>
  before.kind === 'answer' &&
  act.kind === 'answer' &&
  before.field === act.field &&
  before.itemId === act.itemId &&
  before.isRemark === act.isRemark;
