import { limits } from '#contract/limits.ts';
import type { TaskState } from '#contract/task.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Message, msg } from '#i18n/message.ts';
import { INSTANT_HINT } from '#service/http/instant.ts';
import { invalidField, invalidRequest, Problem } from '#service/problem.ts';
import { STATES } from '#service/tasks/task-problems.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';

export const inspectionNotFound = (id: string) =>
  new Problem('missing', msg`There is no inspection with the ID '${id.slice(0, 80)}'.`);

export const inspectionIdTaken = (id: string) =>
  new Problem('conflict', msg`Another inspection already has the ID '${id}'. Use a new UUID.`);

/** For cancelled tasks, and for inspections that were started too late. */
export const inspectionCanceled = () =>
  new Problem(
    'conflict',
    msg`The inspection has been cancelled: its answers are stored as a late result, and it cannot be completed.`,
  );

export const notInspector = () =>
  new Problem('forbidden', msg`Only the inspector of this inspection can change its answers.`);

export const invalidAnswers = (issues: readonly AnswerIssue[]) =>
  invalidRequest(issues.map(({ field, message }) => ({ message, members: [field] })));

/** Lists only the first errors: a thousand items can have many. */
export const inspectionIncomplete = (issues: readonly AnswerIssue[]) =>
  new Problem(
    'invalid',
    msg`The inspection cannot be completed yet: answers or uploads are missing, or answers do not meet the rules of the workbook.`,
    {
      fields: issues
        .slice(0, workbookLimits.errors)
        .map(({ field, message }) => ({ message, members: [field] })),
    },
  );

export const unknownRevision = (revision: number, latest: number) =>
  invalidField(
    'baseRevision',
    msg`The baseRevision must be at most ${latest}, the latest revision; ${revision} was given.`,
  );

export const itemIdRequired = () =>
  invalidField('itemId', msg`This inspection has separate answers for each item: name the item in itemId.`);

export const itemNotInspected = (itemId: string) =>
  invalidField('itemId', msg`The item '${itemId}' is not part of this inspection.`);

export const teamNotAvailable = (teamId: string) =>
  new Problem(
    'missing',
    msg`There is no active team with the ID '${teamId}' in which you can carry out inspections.`,
  );

export const workbookNotAvailable = (workbookId: string) =>
  new Problem('missing', msg`The team has no published workbook or version with the ID '${workbookId}'.`);

export const workbookWithoutItems = () =>
  invalidField('items', msg`Inspections with this workbook have no items: leave out the field 'items'.`);

export const unknownItems = (ids: readonly string[], field: 'items' | 'itemIds') =>
  invalidRequest(
    ids.map((id) => ({
      message: msg`There is no item with the externalId or ID '${id}'.`,
      members: [field],
    })),
  );

export const startVersionNotFound = (versionId: string) =>
  invalidField(
    'versionId',
    msg`The versionId '${versionId}' is not the ID of a published version of one of the team's workbooks.`,
  );

export const emptyAnswersPatch = () =>
  invalidField('answers', msg`Send answers, comments or both; neither was given.`);

export const invalidGivenAt = (value: string) =>
  invalidField(
    'givenAt',
    msg`The field 'givenAt' must be ${INSTANT_HINT}; '${value.slice(0, 80)}' was given.`,
  );

export const answersTooLarge = (message: Message) => invalidField('answers', message);

export const tooManyAnswers = (count: number) =>
  invalidField(
    'answers',
    msg`An inspection may have at most ${limits.answersPerInspection} answers and comments in total; with these it would have ${count}.`,
  );

export const answersTooLong = (bytes: number) =>
  invalidField(
    'answers',
    msg`The answers and comments of an inspection may have at most ${limits.answerBytesPerInspection} bytes in total; with these they would have ${bytes}.`,
  );

export const tooManyRevisions = (count: number) =>
  invalidField(
    'answers',
    msg`The history of an inspection may have at most ${limits.historyPerInspection} answers and comments; with these it would have ${count}. Complete the inspection as it is.`,
  );

export const historyTooLong = (bytes: number) =>
  invalidField(
    'answers',
    msg`The answers and comments in the history of an inspection may have at most ${limits.historyBytesPerInspection} bytes in total; with these they would have ${bytes}. Complete the inspection as it is.`,
  );

export const inspectionNotCompleted = (state: TaskState, action: 'returned' | 'approved') =>
  new Problem(
    'conflict',
    action === 'returned'
      ? msg`Only a completed inspection can be returned; this one is ${STATES[state]}.`
      : msg`Only a completed inspection can be approved; this one is ${STATES[state]}.`,
  );

export const reviewOutdated = (reviewedCompletion: number, latest: number) =>
  new Problem(
    'conflict',
    msg`The latest completion of the inspection is ${latest}, not ${reviewedCompletion}. Reload the inspection and review it again.`,
  );

export const completionNotFound = (parameter: 'from' | 'to', completion: number, latest: number) =>
  invalidRequest([
    {
      message:
        latest === 0
          ? msg`The inspection has never been completed, so it has no completion ${completion}.`
          : msg`The inspection has no completion ${completion}; the latest is ${latest}.`,
      members: [parameter],
    },
  ]);

export const nothingToCompare = () =>
  new Problem(
    'conflict',
    msg`There is nothing to compare: the inspection has not been completed more than once.`,
  );
