import type { Answers } from '#workbook-engine/answer.ts';
import { evaluateWithinLimit } from '#workbook-engine/expressions/budget.ts';
import type { EvaluationContext, Frame, Value } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { answerOf, type FilledForm, type Form, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';

/** Stored answers can exceed the evaluation limit because conditions depend on the time. */
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

export const createStoredFrame = (
  { fields }: FormLevel,
  answers: Answers,
  parent: Frame | undefined,
  position: number,
): Frame => {
  const values: Value[] = fields.map(() => null);
  const frame = { values, isRelevant: fields.map(() => false), answers, parent, position };
  for (const { instanceLevel, field, slot } of fields) {
    const answer = answerOf(answers, field.name);
    if (instanceLevel && Array.isArray(answer))
      values[slot] = (answer as Answers[]).map((storedInstance, index) =>
        createStoredFrame(instanceLevel, storedInstance, frame, index + 1),
      );
  }
  return frame;
};
