import { NO_ITEM } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import { updateAnswer } from '#inspector/store/update-answer.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { withAnswer } from '#workbook-engine/change-answers.ts';

/** Saves an answer in an inspection without items, the way the question's input does. */
export const answerQuestion = (
  device: Store,
  inspectionId: string,
  field: string,
  value: Answer,
): Promise<void> =>
  updateAnswer(device, inspectionId, { itemId: NO_ITEM, path: field }, (answers) =>
    withAnswer(answers, field, value),
  );
