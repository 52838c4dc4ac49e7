import type { AnswerComment } from '#contract/inspection.ts';
import { formatFullName } from '#kit/full-name.ts';
import { type Answer, isAnswered } from '#workbook-engine/answer.ts';
import { formatAnswerText } from '#workbook-engine/answer-text.ts';
import { listOfferedChoices } from '#workbook-engine/completion-issues.ts';
import { DAY_MS, type Frame, formatIsoDay } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField } from '#workbook-engine/form.ts';
import type { AnswerContext } from './answer-context.ts';
import { formatAnswer, formatComment } from './format-answer.ts';
import { isBareExpression, localizeMessage } from './localize-message.ts';

/** The task that a failed answer will create: its workbook's title, its team, and an instant on its due date. */
export type FollowUpInput = { workbook: string; team: string | undefined; due: string | null };

export type ConflictData = {
  isComment: boolean;
  currentAnswer: { value: unknown; text: string };
  alternatives: { value: unknown; text: string; userName: string; device: string | null; revision: number }[];
};

/** Plain data, so that a question re-renders only when it changes. */
export type QuestionData = {
  path: string;
  label: string;
  hint: string | undefined;
  isRequired: boolean;
  answer: Answer;
  isAnswered: boolean;
  draft: string | undefined;
  error: string | undefined;
  offeredValues: readonly string[];
  calculatedText: string;
  hasFailed: boolean;
  followUp: FollowUpInput | undefined;
  /** Undefined inside a repeat, where questions have no comments. */
  comment: AnswerComment | null | undefined;
  reviewComments: readonly { comment: string; userName: string }[];
  conflicts: readonly ConflictData[];
  previousAnswer: { text: string; completedAt: string; inspectorName: string } | undefined;
};

export const createQuestionData = (
  formField: FormField,
  { frame, path, answerContext }: { frame: Frame; path: string; answerContext: AnswerContext },
): QuestionData => {
  const { evaluatedForm, answerSet } = answerContext;
  const { evaluation } = evaluatedForm.filledForm;
  const { field } = formField;
  const fieldPath = path + field.name;
  const label = formField.label?.(frame, evaluation) ?? field.name;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const hasFailed = evaluatedForm.failures.has(fieldPath);
  const isTopLevel = path === '';
  return {
    path: fieldPath,
    label,
    hint: formField.hint?.(frame, evaluation),
    isRequired: formField.required?.(frame, evaluation) ?? false,
    answer,
    isAnswered: isAnswered(answer),
    draft: answerContext.isReadOnly ? undefined : answerContext.drafts?.[fieldPath],
    error: findError(fieldPath, { label, name: field.name, isAnswered: isAnswered(answer), answerContext }),
    offeredValues: field.choices ? listOfferedChoices(formField, frame, evaluation) : [],
    calculatedText: field.type === 'calculated' ? formatAnswerText(formField, frame, evaluation) : '',
    hasFailed,
    followUp: hasFailed ? createFollowUp(formField, answerContext) : undefined,
    comment: isTopLevel ? (answerSet.comments[field.name] ?? null) : undefined,
    reviewComments: isTopLevel ? answerContext.listReviewComments(field.name) : [],
    conflicts: isTopLevel ? listConflicts(formField, frame, answerContext) : [],
    previousAnswer: isTopLevel ? findPreviousAnswer(formField, answerContext) : undefined,
  };
};

const findError = (
  path: string,
  question: { label: string; name: string; isAnswered: boolean; answerContext: AnswerContext },
): string | undefined => {
  const { t, evaluatedForm, isCompleting } = question.answerContext;
  const issue = evaluatedForm.issues.get(path);
  if (!issue) return undefined;
  if (!question.isAnswered) return isCompleting ? t('requiredError') : undefined;
  return isBareExpression(issue) ? t('constraintError') : localizeMessage(issue, question);
};

const createFollowUp = (
  { field: { followUp } }: FormField,
  { teamTitle, workbookTitles, evaluatedForm }: AnswerContext,
): FollowUpInput | undefined => {
  if (!followUp) return undefined;
  const { workbook, team = teamTitle, dueInDays } = followUp;
  const { now } = evaluatedForm.filledForm.evaluation;
  // Noon, because the exact time would change with every evaluation and re-render the question.
  const due = dueInDays === undefined ? null : `${formatIsoDay(now + dueInDays * DAY_MS)}T12:00:00Z`;
  return { workbook: workbookTitles[workbook] ?? workbook, team, due };
};

const listConflicts = (
  formField: FormField,
  frame: Frame,
  { conflicts, evaluatedForm, answerSet, t }: AnswerContext,
) => {
  const { name } = formField.field;
  const options = { frame, evaluation: evaluatedForm.filledForm.evaluation, t };
  return [false, true].flatMap((isComment): ConflictData[] => {
    const matchingConflicts = conflicts.filter(
      (conflict) => conflict.field === name && conflict.isComment === isComment,
    );
    if (matchingConflicts.length === 0) return [];
    const formatValue = (value: unknown) =>
      isComment ? formatComment(value as AnswerComment | null, t) : formatAnswer(formField, value, options);
    const currentValue = (isComment ? answerSet.comments[name] : answerSet.answers[name]) ?? null;
    return [
      {
        isComment,
        currentAnswer: { value: currentValue, text: formatValue(currentValue) },
        alternatives: matchingConflicts.map(({ other }) => ({ ...other, text: formatValue(other.value) })),
      },
    ];
  });
};

const findPreviousAnswer = (
  formField: FormField,
  { previousInspection, evaluatedForm, t }: AnswerContext,
): QuestionData['previousAnswer'] => {
  const answer = previousInspection?.answers[formField.field.name];
  if (!previousInspection || !isAnswered(answer)) return undefined;
  const { root, evaluation } = evaluatedForm.filledForm;
  const text = formatAnswer(formField, answer, { frame: root, evaluation, t });
  const { completedAt } = previousInspection;
  return { text, completedAt, inspectorName: formatFullName(previousInspection) };
};
