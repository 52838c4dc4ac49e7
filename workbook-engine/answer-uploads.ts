import type { Frame } from './expressions/value.ts';
import { answerOf, type FilledForm, type FormLevel, rootLevel } from './form.ts';

/** An upload in a relevant answer. `field` is a path such as `Photos` or `Defects[2].Photo`. */
export type AnswerUpload = { field: string; id: string };

/** The uploads in the result, in the order of the workbook. */
export const answerUploads = ({ form, root }: FilledForm): AnswerUpload[] =>
  uploadsIn(rootLevel(form), root, '');

const uploadsIn = (level: FormLevel, frame: Frame, path: string): AnswerUpload[] =>
  level.fields.flatMap(({ field, slot, type, entry }) => {
    if (!frame.isRelevant[slot]) return [];
    const fieldPath = path + field.name;
    if (entry) {
      const entries = frame.values[slot] as readonly Frame[];
      return entries.flatMap((entryFrame) =>
        uploadsIn(entry, entryFrame, `${fieldPath}[${entryFrame.position - 1}].`),
      );
    }
    if (type?.base !== 'upload') return [];
    const answer = answerOf(frame.answers, field.name) ?? [];
    return [answer].flat().map((id) => ({ field: fieldPath, id: id as string }));
  });
