import type { TaskState } from '#contract/task.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { INSTANT_HINT } from '#service/http/instant.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import type { AnswerFault } from '#workbook-engine/answer.ts';

export const inspectionNotFound = (id: string) =>
  new Problem('missing', `There is no inspection with the id '${id.slice(0, 80)}'.`);

export const notTheInspector = () =>
  new Problem('forbidden', 'Only the inspector who does this inspection may answer it.');

/** Every answer that does not fit its field (the whole patch is refused, nothing is kept). */
export const answersUnfit = (faults: readonly AnswerFault[]) =>
  invalidRequest(faults.map(({ field, message }) => ({ message, members: [field] })));

/** What is still missing when an inspection is to be completed: the first of it, for a thousand items can miss a lot. */
export const answersMissing = (faults: readonly AnswerFault[]) =>
  new Problem(
    'invalid',
    'The inspection cannot be completed yet: answers or uploads are missing, or do not satisfy the workbook.',
    {
      fields: faults
        .slice(0, workbookLimits.faults)
        .map(({ field, message }) => ({ message, members: [field] })),
    },
  );

export const revisionUnknown = (given: number, latest: number) =>
  invalidRequest([
    {
      message: `The baseRevision must be one that was seen, at most ${latest}; ${given} was given.`,
      members: ['baseRevision'],
    },
  ]);

export const itemExpected = () =>
  invalidRequest([
    { message: 'This inspection answers for each item: say which by itemId.', members: ['itemId'] },
  ]);

export const itemNotInspected = (itemId: string) =>
  invalidRequest([{ message: `The item '${itemId}' is not part of this inspection.`, members: ['itemId'] }]);

export const teamOutOfReach = (teamId: string) =>
  new Problem('missing', `There is no active team with the id '${teamId}' in which you perform tasks.`);

export const workbookNotUsable = (workbookId: string) =>
  new Problem(
    'missing',
    `There is no published workbook or version with the id '${workbookId}' associated with the team.`,
  );

export const itemsNotTaken = () =>
  invalidRequest([
    { message: 'This workbook does not inspect a content type: leave items out.', members: ['items'] },
  ]);

export const itemsUnknown = (unknown: readonly string[]) =>
  invalidRequest(
    unknown.map((given) => ({
      message: `There is no item with the externalId or id '${given}'.`,
      members: ['items'],
    })),
  );

export const nothingSaid = () =>
  invalidRequest([{ message: 'Neither answers nor remarks were given.', members: ['answers'] }]);

export const givenAtUnreadable = (given: string) =>
  invalidRequest([
    {
      message: `The field 'givenAt' must be ${INSTANT_HINT}; '${given.slice(0, 80)}' was given.`,
      members: ['givenAt'],
    },
  ]);

/** A form and its answers, each within its limits, can be more than there is time to judge. */
export const answersTooMany = (message: string) => invalidRequest([{ message, members: ['answers'] }]);

export const notCompleted = (state: TaskState, what: 'returned' | 'approved') =>
  new Problem('conflict', `Only a completed inspection can be ${what}; this one is ${state}.`);

export const completedAgain = (given: number, latest: number) =>
  new Problem(
    'conflict',
    `The inspection has been completed ${latest} times; the completion ${given} is not what it says now. Look at it again.`,
  );

/** A comment that is about nothing in the inspection (nothing is returned). */
export const returnUnfit = (faults: readonly FieldProblem[]) => invalidRequest(faults);

export const completionUnknown = (member: 'from' | 'to', given: number, latest: number) =>
  invalidRequest([
    {
      message:
        latest === 0
          ? `The inspection was never completed; the completion ${given} was asked for.`
          : `The completion must be one of 1 to ${latest}; ${given} was given.`,
      members: [member],
    },
  ]);

export const nothingToCompare = () =>
  new Problem('conflict', 'The inspection was completed less than twice: there is nothing to compare.');
