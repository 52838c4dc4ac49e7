import type { Frame, Given } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';

const MOST_ANSWERS = 3;

/** An entry of a repeat in a line: its first answers that can be read. */
export const summaryOf = ({ entry }: FormField, frame: Frame, given: Given): string =>
  entry!.fields
    .filter((placed) => frame.isRelevant[placed.slot])
    .map((placed) => showAnswer(placed, frame, given))
    .filter((shown) => shown !== '')
    .slice(0, MOST_ANSWERS)
    .join(' · ');
