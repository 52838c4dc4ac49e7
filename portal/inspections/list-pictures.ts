import type { Inspection } from '#contract/inspection.ts';
import type { Question } from './list-questions.ts';

/** The ids of the uploads in an answer. */
export const idsOf = (value: unknown): string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string');

export type Picture = { upload: Inspection['uploads'][number]; label: string };

/** The pictures of answers and comments in display order. */
export const listPictures = (
  questions: readonly Question[],
  uploads: Inspection['uploads'],
): readonly Picture[] => {
  const known = new Map(uploads.filter(({ hasThumbnail }) => hasThumbnail).map((each) => [each.id, each]));
  const shown = new Map<string, Picture>();
  for (const { value, comment, label } of questions) {
    for (const id of [...idsOf(value), ...(comment?.pictures ?? [])]) {
      const upload = known.get(id);
      if (upload && !shown.has(id)) shown.set(id, { upload, label });
    }
  }
  return [...shown.values()];
};
