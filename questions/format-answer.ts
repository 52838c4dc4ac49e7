import type { TFunction } from 'i18next';
import type { AnswerComment } from '#contract/inspection.ts';
import { formatDateTime, formatDay } from '#kit/date-time-format.ts';
import { type Answer, isAnswered } from '#workbook-engine/answer.ts';
import { formatAnswerText } from '#workbook-engine/answer-text.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { Evaluation, Frame } from '#workbook-engine/expressions/value.ts';
import { toValue } from '#workbook-engine/field-values.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { formatNumber } from './parse-number.ts';

/** Formats a previous or conflicting answer. An answer that is no longer valid appears as JSON. */
export const formatAnswer = (
  formField: FormField,
  answer: unknown,
  { frame, evaluation, t }: { frame: Frame; evaluation: Evaluation; t: TFunction<'questions'> },
): string => {
  if (!isAnswered(answer as Answer)) return t('noAnswer');
  const { field, slot, preparedField } = formField;
  const count = Array.isArray(answer) ? answer.length : 1;
  switch (field.type) {
    case 'boolean':
      return t(answer === true ? 'yes' : 'no');
    case 'repeat':
      return t('entries', { count });
    case 'photo':
      return t('pictures', { count });
    case 'file':
      return t('files', { count });
    case 'signature':
      return t('signed');
    case 'dateTime':
      return formatDateTime(answer as string, evaluation.language);
  }
  if (field.type === 'calculated') return String(answer);
  if (checkAnswer(preparedField, answer).issues.length > 0) return JSON.stringify(answer);
  if (typeof answer === 'number') return formatNumber(answer, evaluation.language);
  if (field.type === 'date') return formatDay(`${answer as string}T12:00:00`, evaluation.language);
  const value = toValue(field.type, answer as Answer);
  return formatAnswerText(formField, { ...frame, values: frame.values.with(slot, value) }, evaluation);
};

export const formatComment = (comment: AnswerComment | null, t: TFunction<'questions'>): string =>
  [comment?.text, comment?.pictures && t('pictures', { count: comment.pictures.length })]
    .filter(Boolean)
    .join(' · ') || t('noAnswer');
