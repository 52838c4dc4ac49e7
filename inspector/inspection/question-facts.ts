import type { Remark } from '#contract/inspection.ts';
import { type Answer, isAnswered } from '#workbook-engine/answer.ts';
import { offeredChoices } from '#workbook-engine/completion-faults.ts';
import { DAY_MS, type Frame } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import type { Answering } from './answering.ts';
import { isExpression, sayOfQuestion } from './say-sentence.ts';
import { showRemark, showSaid } from './show-said.ts';

/** The task that a failed answer will make. `due` is an instant, on the day that it is due. */
export type FollowUpDraft = { workbook: string; team: string; due: string | null };

export type ConflictFacts = {
  isRemark: boolean;
  now: { value: unknown; shown: string };
  others: { value: unknown; shown: string; userName: string; device: string | null; revision: number }[];
};

/** All that a question shows. Plain data: a question whose facts say the same is not drawn anew. */
export type QuestionFacts = {
  path: string;
  label: string;
  hint: string | undefined;
  isRequired: boolean;
  answer: Answer;
  isAnswered: boolean;
  error: string | undefined;
  /** The values of the choices that the other answers leave. */
  offered: readonly string[];
  /** Of a calculated field. */
  shown: string;
  isFailing: boolean;
  followUp: FollowUpDraft | undefined;
  /** undefined: within a repeat nothing is said beside an answer. */
  remark: Remark | null | undefined;
  comments: readonly { comment: string; userName: string }[];
  conflicts: readonly ConflictFacts[];
  earlier: { shown: string; completedAt: string; userName: string } | undefined;
};

export const factsOfQuestion = (
  placed: FormField,
  { frame, path, answering }: { frame: Frame; path: string; answering: Answering },
): QuestionFacts => {
  const { judged, set } = answering;
  const { given } = judged.filled;
  const { field } = placed;
  const here = path + field.name;
  const label = placed.label?.(frame, given) ?? field.name;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const isFailing = judged.failures.has(here);
  const isOfWorkbook = path === '';
  return {
    path: here,
    label,
    hint: placed.hint?.(frame, given),
    isRequired: placed.required?.(frame, given) ?? false,
    answer,
    isAnswered: isAnswered(answer),
    error: errorAt(here, { label, name: field.name, isAnswered: isAnswered(answer), answering }),
    offered: field.choices ? offeredChoices(placed, frame, given) : [],
    shown: field.type === 'calculated' ? showAnswer(placed, frame, given) : '',
    isFailing,
    followUp: isFailing ? followUpOf(placed, answering) : undefined,
    remark: isOfWorkbook ? (set.remarks[field.name] ?? null) : undefined,
    comments: isOfWorkbook ? answering.commentsOn(field.name) : [],
    conflicts: isOfWorkbook ? conflictsOf(placed, frame, answering) : [],
    earlier: isOfWorkbook ? earlierOf(placed, answering) : undefined,
  };
};

const errorAt = (
  path: string,
  question: { label: string; name: string; isAnswered: boolean; answering: Answering },
): string | undefined => {
  const { t, judged, language, isCompleting } = question.answering;
  const fault = judged.faults.get(path);
  if (!fault) return undefined;
  if (!question.isAnswered) return isCompleting ? t('requiredFault') : undefined;
  return isExpression(fault) ? t('constraintFault') : sayOfQuestion(fault, { ...question, language });
};

const followUpOf = (
  { field: { followUp } }: FormField,
  { teamTitle, judged }: Answering,
): FollowUpDraft | undefined => {
  if (!followUp) return undefined;
  const { workbook, team, dueInDays } = followUp;
  const due =
    dueInDays === undefined ? null : new Date(judged.filled.given.now + dueInDays * DAY_MS).toISOString();
  // The day alone: what is shown need not change with each second.
  return { workbook, team: team ?? teamTitle, due: due && `${due.slice(0, 10)}T12:00:00Z` };
};

const conflictsOf = (placed: FormField, frame: Frame, { conflicts, judged, set, t }: Answering) => {
  const { name } = placed.field;
  const words = { frame, given: judged.filled.given, t };
  return [false, true].flatMap((isRemark): ConflictFacts[] => {
    const own = conflicts.filter((each) => each.field === name && each.isRemark === isRemark);
    if (own.length === 0) return [];
    const show = (value: unknown) =>
      isRemark ? showRemark(value as Remark | null, t) : showSaid(placed, value, words);
    const now = (isRemark ? set.remarks[name] : set.answers[name]) ?? null;
    return [
      {
        isRemark,
        now: { value: now, shown: show(now) },
        others: own.map(({ other }) => ({ ...other, shown: show(other.value) })),
      },
    ];
  });
};

const earlierOf = (placed: FormField, { earlier, judged, t }: Answering): QuestionFacts['earlier'] => {
  const answer = earlier?.answers[placed.field.name];
  if (!earlier || !isAnswered(answer)) return undefined;
  const { root, given } = judged.filled;
  const shown = showSaid(placed, answer, { frame: root, given, t });
  return { shown, completedAt: earlier.completedAt, userName: earlier.userName };
};
