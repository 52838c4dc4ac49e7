import type { Frame } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormLevel, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** An upload in a relevant answer. `field` is a path such as `Photos` or `Defects[2].Photo`. */
export type AnswerUpload = { field: string; id: string };

/** The uploads in the result, in workbook order. */
export const listAnswerUploads = (filledForm: FilledForm): AnswerUpload[] =>
  finish(listAnswerUploadsInSteps(filledForm));

/** Like `listAnswerUploads`, but with pauses. */
export function* listAnswerUploadsInSteps({ form, root }: FilledForm): Work<AnswerUpload[]> {
  const uploads: AnswerUpload[] = [];
  yield* collectUploads(rootLevelOf(form), root, { path: '', uploads });
  return uploads;
}

type Context = { path: string; uploads: AnswerUpload[] };

function* collectUploads(level: FormLevel, frame: Frame, { path, uploads }: Context): Work<void> {
  yield;
  for (const { field, slot, type, entry } of level.fields) {
    if (!frame.isRelevant[slot]) continue;
    const fieldPath = path + field.name;
    if (entry) {
      for (const entryFrame of frame.values[slot] as readonly Frame[])
        yield* collectUploads(entry, entryFrame, {
          path: `${fieldPath}[${entryFrame.position - 1}].`,
          uploads,
        });
    } else if (type?.base === 'upload') {
      const answer = answerOf(frame.answers, field.name) ?? [];
      for (const id of [answer].flat()) uploads.push({ field: fieldPath, id: id as string });
    }
  }
}
