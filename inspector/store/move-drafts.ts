import type { Answer, Answers } from '#workbook-engine/answer.ts';

/** Typed text that is not a valid answer, by path. */
export type Drafts = Readonly<Record<string, string>>;

/**
 * Returns the drafts that remain after the answer at a path has changed. The draft at this path is removed. Drafts in
 * the entries of a repeat move along with their entries, which are compared by identity.
 */
export const moveDrafts = (
  drafts: Drafts,
  path: string,
  [previous, changed]: readonly [Answer | undefined, Answer | undefined],
): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).flatMap(([draftPath, text]) => {
      if (draftPath === path) return [];
      if (!draftPath.startsWith(`${path}[`)) return [[draftPath, text]];
      const end = draftPath.indexOf(']');
      const entry = (previous as Answers[])[Number(draftPath.slice(path.length + 1, end))];
      const index = ((changed ?? []) as (Answers | undefined)[]).indexOf(entry);
      return index < 0 ? [] : [[`${path}[${index}${draftPath.slice(end)}`, text]];
    }),
  );
