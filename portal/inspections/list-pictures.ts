import type { Inspection } from '#contract/inspection.ts';
import type { Question } from './list-questions.ts';

export const listUploadIds = (value: unknown): string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string');

export type Picture = { upload: Inspection['uploads'][number]; label: string };

export const listPictures = (
  questions: readonly Question[],
  uploads: Inspection['uploads'],
): readonly Picture[] => {
  const uploadsWithThumbnail = uploads.filter(({ hasThumbnail }) => hasThumbnail);
  const uploadsById = new Map(uploadsWithThumbnail.map((upload) => [upload.id, upload]));
  const pictures = new Map<string, Picture>();
  for (const { value, comment, label } of questions) {
    for (const id of [...listUploadIds(value), ...(comment?.pictures ?? [])]) {
      const upload = uploadsById.get(id);
      if (upload && !pictures.has(id)) pictures.set(id, { upload, label });
    }
  }
  return [...pictures.values()];
};
