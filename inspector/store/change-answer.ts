import type { Remark } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { fieldOfPath } from '#workbook-engine/change-answers.ts';
import { sayWithin } from './answer-field.ts';
import type { Store } from './store.ts';

/** Where an answer stands: an item, and a path such as `Height` or `Defects[2].Depth`. */
export type AnswerPlace = { itemId: string; path: string };
/** Where a remark stands: beside the answer to a field. */
export type RemarkPlace = { itemId: string; field: string };

/**
 * Keeps an answer that is changed by what stands there at that moment. A repeat is one answer, with all of its entries: two
 * changes to it that follow each other closely both count.
 */
export const changeAnswer = (
  store: Store,
  inspectionId: string,
  place: AnswerPlace,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, () =>
    sayAnswer(store, inspectionId, place, change),
  );
};

/** The same of what is said beside an answer. */
export const changeRemark = (
  store: Store,
  inspectionId: string,
  place: RemarkPlace,
  change: (remark: Remark) => Remark,
): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, () =>
    sayRemark(store, inspectionId, place, change),
  );
};

/** The same within a transaction that does more. */
export const sayAnswer = async (
  store: Store,
  inspectionId: string,
  { itemId, path }: AnswerPlace,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const field = fieldOfPath(path);
  const value = change((await setOf(store, inspectionId, itemId))?.answers ?? {})[field] ?? null;
  await sayWithin(store, inspectionId, { itemId, field, isRemark: false, value });
};

export const sayRemark = async (
  store: Store,
  inspectionId: string,
  { itemId, field }: RemarkPlace,
  change: (remark: Remark) => Remark,
): Promise<void> => {
  const value = withoutEmpty(change((await setOf(store, inspectionId, itemId))?.remarks[field] ?? {}));
  await sayWithin(store, inspectionId, { itemId, field, isRemark: true, value });
};

const setOf = async ({ database }: Store, inspectionId: string, itemId: string) =>
  (await database.inspections.get(inspectionId))?.sets[itemId];

/** Of what is empty nothing is said; null: nothing at all. */
const withoutEmpty = ({ text = '', pictures = [] }: Remark): Remark | null => {
  if (text === '' && pictures.length === 0) return null;
  return { ...(text !== '' && { text }), ...(pictures.length > 0 && { pictures }) };
};
