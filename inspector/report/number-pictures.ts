import type { SaidPart } from '#report/said-parts.ts';
import type { SaidSet } from '#report/said-set.ts';

/** The numbers of the pictures by their ids, in the order in which the server's report counts them. */
export const numberPictures = (sets: readonly SaidSet[]): ReadonlyMap<string, number> =>
  new Map(sets.flatMap(({ parts }) => parts.flatMap(idsOf)).map((id, place) => [id, place + 1]));

/** Signatures and files have no number. */
const idsOf = (part: SaidPart): readonly string[] => {
  switch (part.kind) {
    case 'answer':
      return [...(part.type === 'photo' ? part.uploads : []), ...part.remarkPictures];
    case 'section':
      return part.parts.flatMap(idsOf);
    case 'repeat':
      return [...part.remarkPictures, ...part.entries.flatMap((entry) => entry.flatMap(idsOf))];
  }
};
