import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from './answer.ts';
import { type Budget, createBudget } from './expressions/budget.ts';
import type { Evaluation, EvaluationContext, Frame, Value } from './expressions/value.ts';
import { toValue } from './field-values.ts';
import { answerOf, type FilledForm, type Form, type FormField, type FormLevel, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/**
 * Determines which fields are relevant, and calculates their values. The answers must be valid (`checkAnswers`).
 * Throws an EvaluationLimitError if this takes too long.
 */
export const fillForm = (...args: Parameters<typeof fillInSteps>): FilledForm => finish(fillInSteps(...args));

export function* fillInSteps(
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext & { budget?: Budget },
): Work<FilledForm> {
  const evaluation: Evaluation = { budget: createBudget(), ...evaluationContext };
  // Repeats come before their fields, so the frames of their instances exist by the time the fields are calculated.
  const frames: Frame[][] = form.levels.map(() => []);
  const addFrame: AddFrame = (level, instance) => {
    evaluation.budget.reserve(level.fields.length);
    evaluation.budget.spend(2 * level.fields.length + level.operandCount);
    const frame: Frame = {
      ...instance,
      values: new Array<Value>(level.fields.length).fill(null),
      isRelevant: new Array<boolean>(level.fields.length).fill(false),
    };
    frames[level.index]!.push(frame);
    return frame;
  };
  evaluation.budget.startField(form.order[0]?.field.name ?? '', 0);
  const root = addFrame(rootLevelOf(form), { answers, parent: undefined, position: 1 });
  for (const formField of form.order) {
    for (const frame of frames[formField.level.index]!) {
      if (evaluation.budget.isPauseDue()) yield;
      evaluation.budget.startField(formField.field.name, formField.operandCount);
      const { sectionSlot, relevant } = formField;
      const isRelevant =
        (sectionSlot < 0 || frame.isRelevant[sectionSlot]!) &&
        (relevant === undefined || relevant(frame, evaluation));
      frame.isRelevant[formField.slot] = isRelevant;
      if (!isRelevant) continue;
      // Only repeats use a generator. One per field, here and in check-answer.ts, would take 20% longer.
      frame.values[formField.slot] =
        formField.instanceLevel === undefined
          ? evaluateField(formField, frame, evaluation)
          : yield* createInstances(formField.field, formField.instanceLevel, { frame, evaluation, addFrame });
    }
  }
  return { form, root, evaluation };
}

type AddFrame = (level: FormLevel, instance: Pick<Frame, 'answers' | 'parent' | 'position'>) => Frame;

const evaluateField = (
  { field, calculation, type }: FormField,
  frame: Frame,
  evaluation: Evaluation,
): Value => {
  if (calculation) {
    const value = calculation(frame, evaluation);
    if (value === null) return null;
    // Calculated values are stored in the result, so even copying a long answer has a cost.
    const size = sizeOf(value);
    evaluation.budget.spend(size >> 1);
    evaluation.budget.countOutput(field.name.length + size);
    return value;
  }
  return type === undefined ? null : toValue(field.type, answerOf(frame.answers, field.name));
};

function* createInstances(
  field: Field,
  instanceLevel: FormLevel,
  { frame, evaluation, addFrame }: { frame: Frame; evaluation: Evaluation; addFrame: AddFrame },
): Work<Frame[]> {
  const instances = (answerOf(frame.answers, field.name) ?? []) as Answers[];
  const instanceFrames: Frame[] = [];
  for (const [index, answers] of instances.entries()) {
    if (evaluation.budget.isPauseDue()) yield;
    // `addFrame` counts the fields of each instance, which limits their number.
    evaluation.budget.startField(field.name, 0);
    instanceFrames.push(addFrame(instanceLevel, { answers, parent: frame, position: index + 1 }));
  }
  return instanceFrames;
}

/** Returns the approximate number of characters in the result. */
const sizeOf = (value: Value): number => {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce<number>((size, member) => size + sizeOf(member), 0) : 20;
};
