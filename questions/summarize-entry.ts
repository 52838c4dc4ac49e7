import { formatAnswerText } from '#workbook-engine/answer-text.ts';
import type { Evaluation, Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';

const MAX_ANSWERS = 3;

/** Summarises a repeat entry in one line, using its first answers. */
export const summarizeEntry = ({ entry }: FormField, frame: Frame, evaluation: Evaluation): string =>
  entry!.fields
    .filter((formField) => frame.isRelevant[formField.slot])
    .map((formField) => formatAnswerText(formField, frame, evaluation))
    .filter((text) => text !== '')
    .slice(0, MAX_ANSWERS)
    .join(' · ');
