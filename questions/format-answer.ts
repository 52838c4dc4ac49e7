import type { TFunction } from 'i18next';
import type { AnswerComment } from '#contract/inspection.ts';
import { formatDateTime, formatDay } from '#kit/date-time-format.ts';
import { type Answer, isAnswered } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { Frame, Given } from '#workbook-engine/expressions/value.ts';
import { valueOfAnswer } from '#workbook-engine/field-values.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import { writeNumber } from './read-number.ts';

/** Formats an answer that was given earlier or on another device. An answer that is invalid now is shown as JSON. */
export const formatAnswer = (
  formField: FormField,
  answer: unknown,
  { frame, given, t }: { frame: Frame; given: Given; t: TFunction<'questions'> },
): string => {
  if (!isAnswered(answer as Answer)) return t('noAnswer');
  const { field, slot, indexed } = formField;
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
      return formatDateTime(answer as string, given.language);
  }
  if (field.type === 'calculated') return String(answer);
  if (checkAnswer(indexed, answer).issues.length > 0) return JSON.stringify(answer);
  if (typeof answer === 'number') return writeNumber(answer, given.language);
  if (field.type === 'date') return formatDay(`${answer as string}T12:00:00`, given.language);
  const value = valueOfAnswer(field.type, answer as Answer);
  return showAnswer(formField, { ...frame, values: frame.values.with(slot, value) }, given);
};

export const formatComment = (comment: AnswerComment | null, t: TFunction<'questions'>): string =>
  [comment?.text, comment?.pictures && t('pictures', { count: comment.pictures.length })]
    .filter(Boolean)
    .join(' · ') || t('noAnswer');
