import type { Drafts } from '#questions/answer-context.ts';
import { isMissingAnswer } from '#questions/localize-message.ts';
import { listInvalidPaths } from '#questions/open-issues.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';

/** `unsaved` is the number of `invalid` questions whose typed text is not a valid answer. */
export type IssueCounts = { count: number; missing: number; invalid: number; unsaved: number };

export const countIssues = (
  sets: readonly Pick<EvaluatedSet, 'itemId' | 'evaluatedForm'>[],
  drafts: Readonly<Record<string, Drafts>>,
): IssueCounts => {
  let missing = 0;
  let invalid = 0;
  let unsaved = 0;
  for (const { itemId, evaluatedForm } of sets) {
    if (!evaluatedForm) continue;
    const unsavedPaths = new Set(listInvalidPaths(evaluatedForm, drafts[itemId]));
    unsaved += unsavedPaths.size;
    for (const [path, issue] of evaluatedForm.issues) {
      if (unsavedPaths.has(path)) continue;
      if (isMissingAnswer(issue)) missing++;
      else invalid++;
    }
  }
  invalid += unsaved;
  return { count: missing + invalid, missing, invalid, unsaved };
};
