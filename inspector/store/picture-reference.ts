import type { Answer } from '#workbook-engine/answer.ts';
import { readAnswer, withAnswer } from '#workbook-engine/change-answers.ts';
import type { Store } from './store.ts';
import { updateAnswer, updateComment } from './update-answer.ts';

/** The answer or comment that refers to a picture. */
export type PictureReference = {
  inspectionId: string;
  itemId: string;
  field: string;
  /** A comment, an answer with a list of pictures, or an answer with a single picture. */
  kind: 'comment' | 'photos' | 'answer';
};

/** Changes the picture IDs. Must be called in a transaction on inspections, outbox and pauses. */
export const updatePictureReference = (
  store: Store,
  { inspectionId, itemId, field, kind }: PictureReference,
  change: (ids: readonly string[]) => readonly string[],
): Promise<void> => {
  if (kind === 'comment')
    return updateComment(store, inspectionId, { itemId, field }, (comment) => ({
      ...comment,
      pictures: [...change(comment.pictures ?? [])],
    }));
  return updateAnswer(store, inspectionId, { itemId, path: field }, (answers) => {
    const ids = change([readAnswer(answers, field) ?? []].flat() as string[]);
    const answer: Answer = kind === 'photos' && ids.length > 0 ? [...ids] : (ids[0] ?? null);
    return withAnswer(answers, field, answer);
  });
};
