import type { ReportPart } from '#report/item-content.ts';
import type { ReportItem } from '#report/report-items.ts';

/** Numbers the pictures in the order of the server's report. Returns the numbers by picture ID. */
export const numberPictures = (sets: readonly ReportItem[]): ReadonlyMap<string, number> =>
  new Map(sets.flatMap(({ parts }) => parts.flatMap(listPictureIds)).map((id, index) => [id, index + 1]));

/** Signatures and files are not numbered. */
const listPictureIds = (part: ReportPart): readonly string[] => {
  switch (part.kind) {
    case 'answer':
      return [...(part.type === 'photo' ? part.uploads : []), ...part.commentPictures];
    case 'section':
      return part.parts.flatMap(listPictureIds);
    case 'repeat':
      return [...part.commentPictures, ...part.entries.flatMap((entry) => entry.flatMap(listPictureIds))];
  }
};
