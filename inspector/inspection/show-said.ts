import type { Remark } from '#contract/inspection.ts';
import { sayDay, sayMoment } from '#kit/moments.ts';
import { type Answer, isAnswered } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { Frame, Given } from '#workbook-engine/expressions/value.ts';
import { valueOfAnswer } from '#workbook-engine/field-values.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import { writeNumber } from './read-number.ts';
import type { SayInspection } from './words.ts';

/** An answer in words, as somebody gave it on another occasion. What is no answer (any more) is said as it is. */
export const showSaid = (
  placed: FormField,
  answer: unknown,
  { frame, given, t }: { frame: Frame; given: Given; t: SayInspection },
): string => {
  if (!isAnswered(answer as Answer)) return t('noAnswer');
  const { field, slot, indexed } = placed;
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
      return sayMoment(answer as string, given.language);
  }
  if (field.type === 'calculated') return String(answer);
  if (checkAnswer(indexed, answer).faults.length > 0) return JSON.stringify(answer);
  if (typeof answer === 'number') return writeNumber(answer, given.language);
  if (field.type === 'date') return sayDay(`${answer as string}T12:00:00`, given.language);
  const value = valueOfAnswer(field.type, answer as Answer);
  return showAnswer(placed, { ...frame, values: frame.values.with(slot, value) }, given);
};

export const showRemark = (remark: Remark | null, t: SayInspection): string =>
  [remark?.text, remark?.pictures && t('pictures', { count: remark.pictures.length })]
    .filter(Boolean)
    .join(' · ') || t('noAnswer');
