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
import { answersTooLarge } from './inspection-problems.ts';

/** Uses the time zone of the team for local dates, and its language for the texts of the workbook. */
export const evaluationContextOf = (
  { time_zone, language }: { time_zone: string; language: string },
  now: number,
): EvaluationContext => ({ now, timeZone: time_zone, language });

/** The results of evaluating answers. */
export type Evaluation = {
  filledForm: FilledForm;
  /** What prevents the answers from being complete. */
  issues: readonly AnswerIssue[];
  failures: readonly Failure[];
};

/**
 * Evaluates everything that reading and completing an inspection evaluate, so that stored answers never exceed the limit
 * later. Throws if the evaluation takes too many steps.
 */
export const evaluateAnswers = (
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext,
): Promise<Evaluation> => withinEvaluationLimit(evaluateInSteps(form, answers, evaluationContext));

function* evaluateInSteps(
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext,
): Work<Evaluation> {
  const filledForm = yield* fillInSteps(form, answers, evaluationContext);
  const issues = yield* completionIssuesInSteps(filledForm);
  return { filledForm, issues, failures: yield* failuresInSteps(filledForm) };
}

/** Prefills the answers of a new inspection, and evaluates them. */
export const prefillAnswers = async (
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  evaluationContext: EvaluationContext,
): Promise<Prefilled> => {
  const prefilled = await withinEvaluationLimit(prefillInSteps(form, properties, evaluationContext));
  await evaluateAnswers(form, prefilled.answers, evaluationContext);
  return prefilled;
};

const withinEvaluationLimit = async <Result>(work: Work<Result>): Promise<Result> => {
  try {
    return await runInSlices(work);
  } catch (error) {
    if (error instanceof EvaluationLimitError) throw answersTooLarge(error.sentence);
    throw error;
  }
};
