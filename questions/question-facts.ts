import type { AnswerComment } from '#contract/inspection.ts';
import { type Answer, isAnswered } from '#workbook-engine/answer.ts';
import { offeredChoices } from '#workbook-engine/completion-issues.ts';
import { DAY_MS, type Frame } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { formatAnswer, formatComment } from './format-answer.ts';
import { isBareExpression, localizeMessage } from './localize-message.ts';

/** The task that a failed answer will create: the title of its workbook, its team, and an instant on its due date. */
export type FollowUpDraft = { workbook: string; team: string | undefined; due: string | null };

export type ConflictFacts = {
  isComment: boolean;
  now: { value: unknown; shown: string };
  others: { value: unknown; shown: string; userName: string; device: string | null; revision: number }[];
};

/** All data that a question shows. Plain data: a question is not rendered again if its facts are equal. */
export type QuestionFacts = {
  path: string;
  label: string;
  hint: string | undefined;
  isRequired: boolean;
  answer: Answer;
  isAnswered: boolean;
  error: string | undefined;
  /** The values of the choices that the other answers allow. */
  offered: readonly string[];
  /** The value of a calculated field. */
  shown: string;
  isFailing: boolean;
  followUp: FollowUpDraft | undefined;
  /** undefined: questions within a repeat have no comments. */
  comment: AnswerComment | null | undefined;
  reviewComments: readonly { comment: string; userName: string }[];
  conflicts: readonly ConflictFacts[];
  earlier: { shown: string; completedAt: string; userName: string } | undefined;
};

export const factsOfQuestion = (
  formField: FormField,
  { frame, path, answerContext }: { frame: Frame; path: string; answerContext: AnswerContext },
): QuestionFacts => {
  const { evaluated, set } = answerContext;
  const { given } = evaluated.filled;
  const { field } = formField;
  const here = path + field.name;
  const label = formField.label?.(frame, given) ?? field.name;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const isFailing = evaluated.failures.has(here);
  const isOfWorkbook = path === '';
  return {
    path: here,
    label,
    hint: formField.hint?.(frame, given),
    isRequired: formField.required?.(frame, given) ?? false,
    answer,
    isAnswered: isAnswered(answer),
    error: errorAt(here, { label, name: field.name, isAnswered: isAnswered(answer), answerContext }),
    offered: field.choices ? offeredChoices(formField, frame, given) : [],
    shown: field.type === 'calculated' ? showAnswer(formField, frame, given) : '',
    isFailing,
    followUp: isFailing ? followUpOf(formField, answerContext) : undefined,
    comment: isOfWorkbook ? (set.comments[field.name] ?? null) : undefined,
    reviewComments: isOfWorkbook ? answerContext.reviewCommentsOn(field.name) : [],
    conflicts: isOfWorkbook ? conflictsOf(formField, frame, answerContext) : [],
    earlier: isOfWorkbook ? earlierOf(formField, answerContext) : undefined,
  };
};

const errorAt = (
  path: string,
  question: { label: string; name: string; isAnswered: boolean; answerContext: AnswerContext },
): string | undefined => {
  const { t, evaluated, isCompleting } = question.answerContext;
  const issue = evaluated.issues.get(path);
  if (!issue) return undefined;
  if (!question.isAnswered) return isCompleting ? t('requiredError') : undefined;
  return isBareExpression(issue) ? t('constraintError') : localizeMessage(issue, question);
};

const followUpOf = (
  { field: { followUp } }: FormField,
  { teamTitle, workbookTitles, evaluated }: AnswerContext,
): FollowUpDraft | undefined => {
  if (!followUp) return undefined;
  const { workbook, team, dueInDays } = followUp;
  const due =
    dueInDays === undefined ? null : new Date(evaluated.filled.given.now + dueInDays * DAY_MS).toISOString();
  // Only the date, so that it does not change every second.
  return {
    workbook: workbookTitles[workbook] ?? workbook,
    team: team ?? teamTitle,
    due: due && `${due.slice(0, 10)}T12:00:00Z`,
  };
};

const conflictsOf = (formField: FormField, frame: Frame, { conflicts, evaluated, set, t }: AnswerContext) => {
  const { name } = formField.field;
  const words = { frame, given: evaluated.filled.given, t };
  return [false, true].flatMap((isComment): ConflictFacts[] => {
    const own = conflicts.filter((each) => each.field === name && each.isComment === isComment);
    if (own.length === 0) return [];
    const show = (value: unknown) =>
      isComment ? formatComment(value as AnswerComment | null, t) : formatAnswer(formField, value, words);
    const now = (isComment ? set.comments[name] : set.answers[name]) ?? null;
    return [
      {
        isComment,
        now: { value: now, shown: show(now) },
        others: own.map(({ other }) => ({ ...other, shown: show(other.value) })),
      },
    ];
  });
};

const earlierOf = (
  formField: FormField,
  { earlier, evaluated, t }: AnswerContext,
): QuestionFacts['earlier'] => {
  const answer = earlier?.answers[formField.field.name];
  if (!earlier || !isAnswered(answer)) return undefined;
  const { root, given } = evaluated.filled;
  const shown = formatAnswer(formField, answer, { frame: root, given, t });
  return { shown, completedAt: earlier.completedAt, userName: earlier.userName };
};
