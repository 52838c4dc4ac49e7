import type { Answer } from '#workbook-engine/answer.ts';
import { answerAt, withAnswer } from '#workbook-engine/change-answers.ts';
import { sayAnswer, sayRemark } from './change-answer.ts';
import type { Store } from './store.ts';

/** What names a picture. */
export type PicturePlace = {
  inspectionId: string;
  itemId: string;
  /** The path of its field. */
  field: string;
  /** The remark beside the answer; or the answer, which is several pictures or one. */
  of: 'remark' | 'photos' | 'answer';
};

/** Changes which pictures are named. Called within a transaction that holds inspections, commands and queues. */
export const namePictures = (
  store: Store,
  { inspectionId, itemId, field, of }: PicturePlace,
  change: (ids: readonly string[]) => readonly string[],
): Promise<void> => {
  if (of === 'remark')
    return sayRemark(store, inspectionId, { itemId, field }, (remark) => ({
      ...remark,
      pictures: [...change(remark.pictures ?? [])],
    }));
  return sayAnswer(store, inspectionId, { itemId, path: field }, (answers) => {
    const ids = change([answerAt(answers, field) ?? []].flat() as string[]);
    return withAnswer(
      answers,
      field,
      (of === 'photos' && ids.length > 0 ? [...ids] : (ids[0] ?? null)) as Answer,
    );
  });
};
