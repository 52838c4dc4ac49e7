import type { TaskState } from '#contract/task.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { INSTANT_HINT } from '#service/http/instant.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { STATES } from '#service/tasks/task-problems.ts';
import type { AnswerFault } from '#workbook-engine/answer.ts';

export const inspectionNotFound = (id: string) =>
  new Problem('missing', sentence`There is no inspection with the id '${id.slice(0, 80)}'.`);

export const inspectionIdTaken = (id: string) =>
  new Problem('conflict', sentence`There is another inspection with the id '${id}': choose a new UUID.`);

/** Its task was cancelled, or it was begun too late. */
export const inspectionCanceled = () =>
  new Problem(
    'conflict',
    sentence`The inspection is Canceled: what it says is kept as a late result, and it cannot be completed.`,
  );

export const notTheInspector = () =>
  new Problem('forbidden', sentence`Only the inspector who does this inspection may answer it.`);

/** Every answer that does not fit its field (the whole patch is refused, nothing is kept). */
export const answersUnfit = (faults: readonly AnswerFault[]) =>
  invalidRequest(faults.map(({ field, message }) => ({ message, members: [field] })));

/** What is still missing when an inspection is to be completed: the first of it, for a thousand items can miss a lot. */
export const answersMissing = (faults: readonly AnswerFault[]) =>
  new Problem(
    'invalid',
    sentence`The inspection cannot be completed yet: answers or uploads are missing, or do not satisfy the workbook.`,
    {
      fields: faults
        .slice(0, workbookLimits.faults)
        .map(({ field, message }) => ({ message, members: [field] })),
    },
  );

export const revisionUnknown = (given: number, latest: number) =>
  invalidRequest([
    {
      message: sentence`The baseRevision must be one that was seen, at most ${latest}; ${given} was given.`,
      members: ['baseRevision'],
    },
  ]);

export const itemExpected = () =>
  invalidRequest([
    { message: sentence`This inspection answers for each item: say which by itemId.`, members: ['itemId'] },
  ]);

export const itemNotInspected = (itemId: string) =>
  invalidRequest([
    { message: sentence`The item '${itemId}' is not part of this inspection.`, members: ['itemId'] },
  ]);

export const teamOutOfReach = (teamId: string) =>
  new Problem(
    'missing',
    sentence`There is no active team with the id '${teamId}' in which you perform tasks.`,
  );

export const workbookNotUsable = (workbookId: string) =>
  new Problem(
    'missing',
    sentence`There is no published workbook or version with the id '${workbookId}' associated with the team.`,
  );

export const itemsNotTaken = () =>
  invalidRequest([
    {
      message: sentence`This workbook does not inspect a content type: leave items out.`,
      members: ['items'],
    },
  ]);

export const itemsUnknown = (unknown: readonly string[], member: 'items' | 'itemIds') =>
  invalidRequest(
    unknown.map((given) => ({
      message: sentence`There is no item with the externalId or id '${given}'.`,
      members: [member],
    })),
  );

export const versionUnknown = (given: string) =>
  invalidRequest([
    {
      message: sentence`The versionId '${given}' is not that of a published version of a workbook of the team.`,
      members: ['versionId'],
    },
  ]);

export const nothingSaid = () =>
  invalidRequest([{ message: sentence`Neither answers nor remarks were given.`, members: ['answers'] }]);

export const givenAtUnreadable = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'givenAt' must be ${INSTANT_HINT}; '${given.slice(0, 80)}' was given.`,
      members: ['givenAt'],
    },
  ]);

/** A form and its answers, each within its limits, can be more than there is time to judge. */
export const answersTooMany = (message: Sentence) => invalidRequest([{ message, members: ['answers'] }]);

export const notCompleted = (state: TaskState, what: 'returned' | 'approved') =>
  new Problem(
    'conflict',
    what === 'returned'
      ? sentence`Only a completed inspection can be returned; this one is ${STATES[state]}.`
      : sentence`Only a completed inspection can be approved; this one is ${STATES[state]}.`,
  );

export const completedAgain = (given: number, latest: number) =>
  new Problem(
    'conflict',
    sentence`The inspection has been completed ${latest} times; the completion ${given} is not what it says now. Look at it again.`,
  );

/** A comment that is about nothing in the inspection (nothing is returned). */
export const returnUnfit = (faults: readonly FieldProblem[]) => invalidRequest(faults);

export const completionUnknown = (member: 'from' | 'to', given: number, latest: number) =>
  invalidRequest([
    {
      message:
        latest === 0
          ? sentence`The inspection was never completed; the completion ${given} was asked for.`
          : sentence`The completion must be one of 1 to ${latest}; ${given} was given.`,
      members: [member],
    },
  ]);

export const nothingToCompare = () =>
  new Problem(
    'conflict',
    sentence`The inspection was completed less than twice: there is nothing to compare.`,
  );
