import type { TaskState } from '#contract/task.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { INSTANT_HINT } from '#service/http/instant.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { STATES } from '#service/tasks/task-problems.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';

export const inspectionNotFound = (id: string) =>
  new Problem('missing', sentence`There is no inspection with the id '${id.slice(0, 80)}'.`);

export const inspectionIdTaken = (id: string) =>
  new Problem('conflict', sentence`Another inspection already has the id '${id}'. Use a new UUID.`);

/** The task was cancelled, or the inspection was started too late. */
export const inspectionCanceled = () =>
  new Problem(
    'conflict',
    sentence`The inspection has been cancelled: its answers are stored as a late result, and it cannot be completed.`,
  );

export const notTheInspector = () =>
  new Problem('forbidden', sentence`Only the inspector of this inspection can change its answers.`);

/** All invalid answers of a patch; the whole patch is rejected. */
export const invalidAnswers = (issues: readonly AnswerIssue[]) =>
  invalidRequest(issues.map(({ field, message }) => ({ message, members: [field] })));

/** What is missing to complete an inspection; only the first errors, because a thousand items may have many. */
export const answersMissing = (issues: readonly AnswerIssue[]) =>
  new Problem(
    'invalid',
    sentence`The inspection cannot be completed yet: answers or uploads are missing, or answers do not meet the rules of the workbook.`,
    {
      fields: issues
        .slice(0, workbookLimits.errors)
        .map(({ field, message }) => ({ message, members: [field] })),
    },
  );

export const revisionUnknown = (given: number, latest: number) =>
  invalidRequest([
    {
      message: sentence`The baseRevision must be at most ${latest}, the latest revision; ${given} was given.`,
      members: ['baseRevision'],
    },
  ]);

export const itemExpected = () =>
  invalidRequest([
    {
      message: sentence`This inspection has separate answers for each item: name the item in itemId.`,
      members: ['itemId'],
    },
  ]);

export const itemNotInspected = (itemId: string) =>
  invalidRequest([
    { message: sentence`The item '${itemId}' is not part of this inspection.`, members: ['itemId'] },
  ]);

export const teamOutOfReach = (teamId: string) =>
  new Problem(
    'missing',
    sentence`There is no active team with the id '${teamId}' in which you can do inspections.`,
  );

export const workbookNotUsable = (workbookId: string) =>
  new Problem(
    'missing',
    sentence`The team has no published workbook or version with the id '${workbookId}'.`,
  );

export const workbookWithoutItems = () =>
  invalidRequest([
    {
      message: sentence`Inspections with this workbook have no items: leave out the field 'items'.`,
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
      message: sentence`The versionId '${given}' is not the id of a published version of one of the team's workbooks.`,
      members: ['versionId'],
    },
  ]);

export const nothingToStore = () =>
  invalidRequest([
    { message: sentence`Send answers, comments or both; neither was given.`, members: ['answers'] },
  ]);

export const invalidGivenAt = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'givenAt' must be ${INSTANT_HINT}; '${given.slice(0, 80)}' was given.`,
      members: ['givenAt'],
    },
  ]);

/** Evaluating a form and answers within their limits may still take too many steps. */
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
    sentence`The latest completion of the inspection is ${latest}, not ${given}. Reload the inspection and review it again.`,
  );

/** Comments that refer to nothing in the inspection; it is not returned. */
export const invalidReturn = (issues: readonly FieldProblem[]) => invalidRequest(issues);

export const completionUnknown = (member: 'from' | 'to', given: number, latest: number) =>
  invalidRequest([
    {
      message:
        latest === 0
          ? sentence`The inspection has never been completed, so it has no completion ${given}.`
          : sentence`The inspection has no completion ${given}; the latest is ${latest}.`,
      members: [member],
    },
  ]);

export const nothingToCompare = () =>
  new Problem(
    'conflict',
    sentence`There is nothing to compare: the inspection has not been completed more than once.`,
  );
