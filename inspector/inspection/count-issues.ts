import type { Drafts } from '#questions/answer-context.ts';
import { isMissingAnswer } from '#questions/localize-message.ts';
import { listInvalidPaths } from '#questions/open-issues.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';

/** The questions that prevent completion. `unsaved` are the `invalid` ones whose text is not a valid answer. */
export type IssueCounts = { count: number; missing: number; invalid: number; unsaved: number };

export const countIssues = (
  sets: readonly Pick<EvaluatedSet, 'itemId' | 'evaluated'>[],
  drafts: Readonly<Record<string, Drafts>>,
): IssueCounts => {
  let missing = 0;
  let invalid = 0;
  let unsaved = 0;
  for (const { itemId, evaluated } of sets) {
    if (!evaluated) continue;
    const unsavedPaths = new Set(listInvalidPaths(evaluated, drafts[itemId]));
    unsaved += unsavedPaths.size;
    for (const [path, issue] of evaluated.issues) {
      if (unsavedPaths.has(path)) continue;
      if (isMissingAnswer(issue)) missing++;
      else invalid++;
    }
  }
  invalid += unsaved;
  return { count: missing + invalid, missing, invalid, unsaved };
};
