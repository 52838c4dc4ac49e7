import { answerOf, type FilledForm } from './form.ts';
import { finish, type Work } from './pausable-work.ts';
import { visitFieldsInSteps } from './visit-fields.ts';

/** An upload in a relevant answer. `field` is a path such as `Photos` or `Defects[2].Photo`. */
export type AnswerUpload = { field: string; id: string };

export const listAnswerUploads = (filledForm: FilledForm): AnswerUpload[] =>
  finish(listAnswerUploadsInSteps(filledForm));

export function* listAnswerUploadsInSteps(filledForm: FilledForm): Work<AnswerUpload[]> {
  const uploads: AnswerUpload[] = [];
  yield* visitFieldsInSteps(filledForm, ({ field, type }, frame, path) => {
    if (type?.base !== 'upload') return;
    const answer = answerOf(frame.answers, field.name) ?? [];
    for (const id of [answer].flat()) uploads.push({ field: path, id: id as string });
  });
  return uploads;
}
