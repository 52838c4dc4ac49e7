import type { Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { Budget } from './expressions/budget.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { answerOfValue } from './field-values.ts';
import { fillInSteps } from './fill-form.ts';
import type { Form, FormLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/**
 * The default answers when an inspection starts, or for a new entry of a repeat, whose number is `position`. Ignores calculated
 * defaults that are not valid answers.
 */
export const defaultAnswers = (...args: Parameters<typeof defaultAnswersInSteps>): Answers =>
  finish(defaultAnswersInSteps(...args));

/** Like `defaultAnswers`, with pauses. */
export function* defaultAnswersInSteps(
  form: Form,
  level: FormLevel,
  evaluationContext: EvaluationContext & { budget?: Budget },
  position = 1,
): Work<Answers> {
  const { root, evaluation } = yield* fillInSteps(form, {}, evaluationContext);
  const frame = { ...root, position };
  const answers: Answers = {};
  for (const { field, indexed, type, defaultValue } of level.fields) {
    if (evaluation.budget.isPauseDue()) yield;
    evaluation.budget.begin(field.name);
    const value = defaultValue ? answerOfValue(type!, defaultValue(frame, evaluation)) : field.default;
    if (value === undefined || value === null) continue;
    const { answer, issues } = checkAnswer(indexed, value);
    if (issues.length === 0) answers[field.name] = answer;
  }
  return answers;
}
