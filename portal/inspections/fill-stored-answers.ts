import type { Answers } from '#workbook-engine/answer.ts';
import { evaluateWithinLimit } from '#workbook-engine/expressions/budget.ts';
import type { EvaluationContext, Frame, Value } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { answerOf, type FilledForm, type Form, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';

/**
 * Evaluates stored answers. Because conditions depend on the time, answers that could be evaluated before can
 * now exceed the evaluation limit. Calculated values, and the answers that labels refer to, are then missing.
 */
export const fillStoredAnswers = (
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext,
): { filledForm: FilledForm; isEvaluated: boolean } => {
  const filledForm = evaluateWithinLimit(() => fillForm(form, answers, evaluationContext));
  if (filledForm) return { filledForm, isEvaluated: true };
  // Without answers, a published workbook can always be evaluated.
  const emptyForm = fillForm(form, {}, evaluationContext);
  const root = createStoredFrame(rootLevelOf(form), answers, undefined, 1);
  return { filledForm: { ...emptyForm, root }, isEvaluated: false };
};

const createStoredFrame = (
  { fields }: FormLevel,
  answers: Answers,
  parent: Frame | undefined,
  position: number,
): Frame => {
  const values: Value[] = fields.map(() => null);
  const frame = { values, isRelevant: fields.map(() => false), answers, parent, position };
  for (const { entryLevel, field, slot } of fields) {
    const answer = answerOf(answers, field.name);
    if (entryLevel && Array.isArray(answer))
      values[slot] = (answer as Answers[]).map((storedEntry, index) =>
        createStoredFrame(entryLevel, storedEntry, frame, index + 1),
      );
  }
  return frame;
};
