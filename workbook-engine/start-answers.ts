import type { Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { Budget } from './expressions/budget.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { answerOfValue } from './field-values.ts';
import { fillInSteps } from './fill-form.ts';
import type { Form, FormLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/**
 * The default answers of a level: of the workbook when an inspection starts, and of a repeat for each new entry. `position`
 * is the number of the entry. A calculated default that is not valid for its field is ignored.
 */
export const startAnswers = (...given: Parameters<typeof startInSteps>): Answers =>
  finish(startInSteps(...given));

/** The same as a generator with pauses. */
export function* startInSteps(
  form: Form,
  level: FormLevel,
  evaluationContext: EvaluationContext & { budget?: Budget },
  position = 1,
): Work<Answers> {
  const { root, given } = yield* fillInSteps(form, {}, evaluationContext);
  const frame = { ...root, position };
  const answers: Answers = {};
  for (const { field, indexed, type, startValue } of level.fields) {
    if (given.budget.isPauseDue()) yield;
    given.budget.begin(field.name);
    const value = startValue ? answerOfValue(type!, startValue(frame, given)) : field.default;
    if (value === undefined || value === null) continue;
    const { answer, issues } = checkAnswer(indexed, value);
    if (issues.length === 0) answers[field.name] = answer;
  }
  return answers;
}
