import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { findCompletionIssues } from '#workbook-engine/completion-issues.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { findFailures } from '#workbook-engine/form-failures.ts';
import { buildResult, findIrrelevantAnswersInSteps } from '#workbook-engine/form-result.ts';
import { finish } from '#workbook-engine/pausable-work.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';

export type EngineInput = {
  fields: Field[];
  answers: Answers;
  invalidAnswers: Record<string, unknown>;
  properties: Record<string, CustomValue>;
  evaluationContext: EvaluationContext;
};

/** Returns everything that the engine computes for a workbook and its answers. Also runs in browsers. */
export const evaluateEverything = ({
  fields,
  answers,
  invalidAnswers,
  properties,
  evaluationContext,
}: EngineInput) => {
  const { form, issues } = compileForm({ fields });
  const filledForm = fillForm(form, answers, evaluationContext);
  return {
    issues: [...checkDefinition({ fields }), ...issues],
    rejected: checkAnswers(form.index, invalidAnswers).issues,
    result: buildResult(filledForm),
    irrelevantAnswers: finish(findIrrelevantAnswersInSteps(filledForm)),
    missing: findCompletionIssues(filledForm),
    failures: findFailures(filledForm).map(({ field }) => field),
    prefilled: prefill(form, properties, evaluationContext),
  };
};
