import type { Remark } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { fieldOfPath } from '#workbook-engine/change-answers.ts';
import { sayWithin } from './answer-field.ts';
import type { Store } from './store.ts';

/** Where an answer stands: an item, and a path such as `Height` or `Defects[2].Depth`. */
export type AnswerPlace = { itemId: string; path: string };

/**
 * Keeps an answer that is changed by what stands there at that moment. A repeat is one answer, with all of its entries: two
 * changes to it that follow each other closely both count.
 */
export const changeAnswer = (
  store: Store,
  inspectionId: string,
  { itemId, path }: AnswerPlace,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, async () => {
    const field = fieldOfPath(path);
    const before = (await inspections.get(inspectionId))?.sets[itemId]?.answers ?? {};
    const value = change(before)[field] ?? null;
    await sayWithin(store, inspectionId, { itemId, field, isRemark: false, value });
  });
};

/** The same of what is said beside an answer; null: nothing. */
export const changeRemark = (
  store: Store,
  inspectionId: string,
  { itemId, field }: { itemId: string; field: string },
  change: (remark: Remark) => Remark | null,
): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, async () => {
    const before = (await inspections.get(inspectionId))?.sets[itemId]?.remarks[field] ?? {};
    await sayWithin(store, inspectionId, { itemId, field, isRemark: true, value: change(before) });
  });
};
