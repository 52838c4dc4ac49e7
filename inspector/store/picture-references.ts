import type { Answer } from '#workbook-engine/answer.ts';
import { answerAt, withAnswer } from '#workbook-engine/change-answers.ts';
import type { Store } from './store.ts';
import { updateAnswer, updateComment } from './update-answer.ts';

/** Where a picture is referenced. */
export type PicturePlace = {
  inspectionId: string;
  itemId: string;
  /** The path of its field. */
  field: string;
  /** In the comment on the answer, or in the answer itself, which is a list of pictures or a single one. */
  of: 'comment' | 'photos' | 'answer';
};

/**
 * Updates the references to pictures in an answer or comment. Call it within a transaction that includes inspections,
 * commands and queues.
 */
export const updatePictureReferences = (
  store: Store,
  { inspectionId, itemId, field, of }: PicturePlace,
  change: (ids: readonly string[]) => readonly string[],
): Promise<void> => {
  if (of === 'comment')
    return updateComment(store, inspectionId, { itemId, field }, (comment) => ({
      ...comment,
      pictures: [...change(comment.pictures ?? [])],
    }));
  return updateAnswer(store, inspectionId, { itemId, path: field }, (answers) => {
    const ids = change([answerAt(answers, field) ?? []].flat() as string[]);
    return withAnswer(
      answers,
      field,
      (of === 'photos' && ids.length > 0 ? [...ids] : (ids[0] ?? null)) as Answer,
    );
  });
};
