import { runInSlices } from '#service/http/run-in-slices.ts';
import type { AnswerIssue, Answers } from '#workbook-engine/answer.ts';
import { findCompletionIssuesInSteps } from '#workbook-engine/completion-issues.ts';
import {
  type Budget,
  createBudget,
  createTotals,
  EvaluationLimitError,
  type Totals,
} from '#workbook-engine/expressions/budget.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import { fillInSteps } from '#workbook-engine/fill-form.ts';
import type { FilledForm, Form } from '#workbook-engine/form.ts';
import { type Failure, findFailuresInSteps } from '#workbook-engine/form-failures.ts';
import type { Work } from '#workbook-engine/pausable-work.ts';
import { type PrefillResult, prefillInSteps } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { answersTooLarge } from './inspection-problems.ts';
import { runWithSlot } from './large-inspections.ts';

/** Uses the team's time zone and language. */
export const createEvaluationContext = (
  { time_zone, language }: { time_zone: string; language: string },
  now: number,
): EvaluationContext => ({ now, timeZone: time_zone, language });

export type AnswersEvaluation = {
  /** Undefined if evaluation exceeds its limit; one of the issues then says so. */
  filledForm: FilledForm | undefined;
  issues: readonly AnswerIssue[];
  failures: readonly Failure[];
};

type EvaluationOptions = {
  evaluationContext: EvaluationContext;
  /** Shared by all items in the inspection. */
  totals: Totals;
  /** Called if the totals are large. */
  acquireLargeRequestSlot: () => Promise<void> | undefined;
};

/**
 * Evaluates everything that reading and completing the inspection will evaluate, so that stored answers rarely exceed
 * the limit later. Throws if this takes too many steps.
 */
export const evaluateAnswers = (
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext,
  acquireLargeRequestSlot: () => Promise<void> | undefined = () => undefined,
): Promise<AnswersEvaluation> => {
  const options = { evaluationContext, totals: createTotals(), acquireLargeRequestSlot };
  return convertLimitError(evaluate(form, answers, options));
};

/**
 * Stored answers can exceed the limit, because conditions depend on the time and all items share the totals. To keep
 * the answers readable even then, calculated values are omitted and an issue gives the reason.
 */
export const evaluateStoredAnswers = async (
  form: Form,
  answers: Answers,
  options: EvaluationOptions,
): Promise<AnswersEvaluation> => {
  try {
    return await evaluate(form, answers, options);
  } catch (error) {
    if (!(error instanceof EvaluationLimitError)) throw error;
    const { field, localizableMessage: message } = error;
    return { filledForm: undefined, issues: [{ field, message }], failures: [] };
  }
};

const evaluate = (
  form: Form,
  answers: Answers,
  { evaluationContext, totals, acquireLargeRequestSlot }: EvaluationOptions,
): Promise<AnswersEvaluation> => {
  const budget = createBudget(undefined, totals);
  const work = evaluateInSteps(form, answers, { ...evaluationContext, budget });
  return runWithSlot(work, totals, acquireLargeRequestSlot);
};

function* evaluateInSteps(
  form: Form,
  answers: Answers,
  evaluationContext: EvaluationContext & { budget: Budget },
): Work<AnswersEvaluation> {
  const filledForm = yield* fillInSteps(form, answers, evaluationContext);
  const issues = yield* findCompletionIssuesInSteps(filledForm);
  return { filledForm, issues, failures: yield* findFailuresInSteps(filledForm) };
}

export const prefillAnswers = async (
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  evaluationContext: EvaluationContext,
): Promise<PrefillResult> => {
  const prefilled = await convertLimitError(runInSlices(prefillInSteps(form, properties, evaluationContext)));
  await evaluateAnswers(form, prefilled.answers, evaluationContext);
  return prefilled;
};

const convertLimitError = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EvaluationLimitError) throw answersTooLarge(error.localizableMessage);
    throw error;
  }
};
