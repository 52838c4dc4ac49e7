import type { Answers } from './answer.ts';
import { type Budget, createBudget } from './expressions/budget.ts';
import type { EvaluationContext, Frame, Given, Value } from './expressions/value.ts';
import { valueOfAnswer } from './field-values.ts';
import { answerOf, type FilledForm, type Form, type FormField, type FormLevel, rootLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/**
 * Determines which fields are relevant, and calculates their values. The answers must have passed
 * checkAnswers. Throws EvaluationLimitError if this takes too long.
 */
export const fillForm = (...given: Parameters<typeof fillInSteps>): FilledForm =>
  finish(fillInSteps(...given));

/** The same as a generator with pauses. */
export function* fillInSteps(
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext & { budget?: Budget },
): Work<FilledForm> {
  const given: Given = { budget: createBudget(), ...evaluationContext };
  // The frames of each level so far. A repeat comes before its fields, so its frames are created first.
  const frames: Frame[][] = form.levels.map(() => []);
  const addFrame = (level: FormLevel, within: Pick<Frame, 'answers' | 'parent' | 'position'>): Frame => {
    given.budget.reserve(level.fields.length);
    given.budget.spend(2 * level.fields.length + level.parts);
    const frame: Frame = {
      ...within,
      values: new Array<Value>(level.fields.length).fill(null),
      isRelevant: new Array<boolean>(level.fields.length).fill(false),
    };
    frames[level.number]!.push(frame);
    return frame;
  };
  const root = addFrame(rootLevel(form), { answers, parent: undefined, position: 1 });
  for (const field of form.order) {
    for (const frame of frames[field.level.number]!) {
      if (given.budget.isPauseDue()) yield;
      given.budget.begin(field.field.name);
      const isRelevant = isAsked(field, frame, given);
      frame.isRelevant[field.slot] = isRelevant;
      if (isRelevant) frame.values[field.slot] = yield* valueIn(field, frame, given, addFrame);
    }
  }
  return { form, root, given };
}

const isAsked = ({ section, relevant }: FormField, frame: Frame, given: Given): boolean =>
  (section < 0 || frame.isRelevant[section]!) && (relevant === undefined || relevant(frame, given));

function* valueIn(
  { field, calculation, type, entry }: FormField,
  frame: Frame,
  given: Given,
  addFrame: (level: FormLevel, within: Pick<Frame, 'answers' | 'parent' | 'position'>) => Frame,
): Work<Value> {
  if (calculation) {
    const value = calculation(frame, given);
    // A calculated text becomes part of the result, even if it only repeats a long answer.
    if (typeof value === 'string') given.budget.spend(value.length >> 1);
    return value;
  }
  if (type === undefined) return null;
  const answer = answerOf(frame.answers, field.name);
  if (entry === undefined) return valueOfAnswer(field.type, answer);
  const entries = (answer ?? []) as Answers[];
  const made: Frame[] = [];
  for (const [place, answers] of entries.entries()) {
    if (given.budget.isPauseDue()) yield;
    // `addFrame` counts the fields of each entry, which limits their number.
    given.budget.begin(field.name);
    made.push(addFrame(entry, { answers, parent: frame, position: place + 1 }));
  }
  return made;
}
