import type { Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { Budget } from './expressions/budget.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { toAnswer } from './field-values.ts';
import { fillInSteps } from './fill-form.ts';
import type { Form, FormLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/**
 * Creates the default answers for an inspection, or for repeat instance number `position`. Ignores calculated defaults
 * that are not valid answers.
 */
export const createDefaultAnswers = (...args: Parameters<typeof createDefaultAnswersInSteps>): Answers =>
  finish(createDefaultAnswersInSteps(...args));

export function* createDefaultAnswersInSteps(
  form: Form,
  level: FormLevel,
  evaluationContext: EvaluationContext & { budget?: Budget },
  position = 1,
): Work<Answers> {
  const { root, evaluation } = yield* fillInSteps(form, {}, evaluationContext);
  const frame = { ...root, position };
  const answers: Answers = {};
  for (const { field, preparedField, type, defaultValue, operandCount } of level.fields) {
    if (evaluation.budget.isPauseDue()) yield;
    evaluation.budget.startField(field.name, operandCount);
    const value = defaultValue ? toAnswer(type!, defaultValue(frame, evaluation)) : field.default;
    if (value === undefined || value === null) continue;
    const { answer, issues } = checkAnswer(preparedField, value);
    if (issues.length === 0) answers[field.name] = answer;
  }
  return answers;
}
