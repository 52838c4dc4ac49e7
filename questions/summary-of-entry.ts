import type { Frame, Given } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';

const MAX_ANSWERS = 3;

/** Summarises an entry of a repeat in one line: its first answers. */
export const summaryOf = ({ entry }: FormField, frame: Frame, given: Given): string =>
  entry!.fields
    .filter((formField) => frame.isRelevant[formField.slot])
    .map((formField) => showAnswer(formField, frame, given))
    .filter((shown) => shown !== '')
    .slice(0, MAX_ANSWERS)
    .join(' · ');
