import { runInSlices } from '#service/http/run-in-slices.ts';
import type { AnswerIssue, Answers } from '#workbook-engine/answer.ts';
import { completionIssuesInSteps } from '#workbook-engine/completion-issues.ts';
import { EvaluationLimitError } from '#workbook-engine/expressions/budget.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import { fillInSteps } from '#workbook-engine/fill-form.ts';
import type { FilledForm, Form } from '#workbook-engine/form.ts';
import { type Failure, failuresInSteps } from '#workbook-engine/form-failures.ts';
import type { Work } from '#workbook-engine/pausable-work.ts';
import { type Prefilled, prefillInSteps } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { answersTooMany } from './inspection-problems.ts';

/** The time zone of a team determines the local date, and its language that of the workbook. */
export const evaluationContextOf = (
  { time_zone, language }: { time_zone: string; language: string },
  now: number,
): EvaluationContext => ({ now, timeZone: time_zone, language });

/** The results of evaluating answers. */
export type Evaluated = {
  filled: FilledForm;
  /** What prevents the answers from being complete. */
  issues: readonly AnswerIssue[];
  failures: readonly Failure[];
};

/**
 * Evaluates answers in every way, so that answers that are stored can later be read and completed. Throws if the evaluation
 * takes too many steps.
 */
export const evaluateAnswers = (
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext,
): Promise<Evaluated> => rejectExcess(evaluateInSteps(form, answers, evaluationContext));

function* evaluateInSteps(
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext,
): Work<Evaluated> {
  const filled = yield* fillInSteps(form, answers, evaluationContext);
  const issues = yield* completionIssuesInSteps(filled);
  return { filled, issues, failures: yield* failuresInSteps(filled) };
}

/** Prefills the answers of a new inspection, and evaluates them. */
export const prefillAnswers = async (
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  evaluationContext: EvaluationContext,
): Promise<Prefilled> => {
  const prefilled = await rejectExcess(prefillInSteps(form, properties, evaluationContext));
  await evaluateAnswers(form, prefilled.answers, evaluationContext);
  return prefilled;
};

const rejectExcess = async <Result>(work: Work<Result>): Promise<Result> => {
  try {
    return await runInSlices(work);
  } catch (error) {
    if (error instanceof EvaluationLimitError) throw answersTooMany(error.sentence);
    throw error;
  }
};
