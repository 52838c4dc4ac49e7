import type { AnswerComment } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { fieldOfPath } from '#workbook-engine/change-answers.ts';
import { saveAnswerInTransaction } from './save-answer.ts';
import type { Store } from './store.ts';

/** The place of an answer: an item, and a path such as `Height` or `Defects[2].Depth`. */
export type AnswerPath = { itemId: string; path: string };
/** The place of a comment: an item and a field. */
export type CommentField = { itemId: string; field: string };

/**
 * Changes an answer, based on the answers at that moment. A repeat is one answer with all its entries, so two changes
 * in quick succession are both saved.
 */
export const updateAnswer = (
  store: Store,
  inspectionId: string,
  place: AnswerPath,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, () =>
    updateAnswerInTransaction(store, inspectionId, place, change),
  );
};

/** Like updateAnswer, for the comment on an answer. */
export const updateComment = (
  store: Store,
  inspectionId: string,
  place: CommentField,
  change: (comment: AnswerComment) => AnswerComment,
): Promise<void> => {
  const { inspections, commands, queues } = store.database;
  return store.database.transaction('rw', inspections, commands, queues, () =>
    updateCommentInTransaction(store, inspectionId, place, change),
  );
};

/** Like updateAnswer. Call it within a transaction that includes inspections, commands and queues. */
export const updateAnswerInTransaction = async (
  store: Store,
  inspectionId: string,
  { itemId, path }: AnswerPath,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const field = fieldOfPath(path);
  const value = change((await setOf(store, inspectionId, itemId))?.answers ?? {})[field] ?? null;
  await saveAnswerInTransaction(store, inspectionId, { itemId, field, isComment: false, value });
};

export const updateCommentInTransaction = async (
  store: Store,
  inspectionId: string,
  { itemId, field }: CommentField,
  change: (comment: AnswerComment) => AnswerComment,
): Promise<void> => {
  const value = withoutEmpty(change((await setOf(store, inspectionId, itemId))?.comments[field] ?? {}));
  await saveAnswerInTransaction(store, inspectionId, { itemId, field, isComment: true, value });
};

const setOf = async ({ database }: Store, inspectionId: string, itemId: string) =>
  (await database.inspections.get(inspectionId))?.sets[itemId];

/** Omits empty members; returns null if nothing is left. */
const withoutEmpty = ({ text = '', pictures = [] }: AnswerComment): AnswerComment | null => {
  if (text === '' && pictures.length === 0) return null;
  return { ...(text !== '' && { text }), ...(pictures.length > 0 && { pictures }) };
};
