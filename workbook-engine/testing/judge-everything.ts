import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { completionFaults } from '#workbook-engine/completion-faults.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { failuresOf } from '#workbook-engine/form-failures.ts';
import { resultOf, setAsideOf } from '#workbook-engine/form-result.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';

export type Judged = {
  fields: Field[];
  answers: Answers;
  /** Answers that do not fit. */
  unfit: Record<string, unknown>;
  properties: Record<string, CustomValue>;
  circumstances: Circumstances;
};

/** Everything that the engine says of a workbook and its answers, as plain data; runs wherever the engine does. */
export const judgeEverything = ({ fields, answers, unfit, properties, circumstances }: Judged) => {
  const { form, faults } = compileForm({ fields });
  const filled = fillForm(form, answers, circumstances);
  return {
    faults: [...checkDefinition({ fields }), ...faults],
    refused: checkAnswers(form.index, unfit).faults,
    result: resultOf(filled),
    setAside: setAsideOf(filled),
    missing: completionFaults(filled),
    failures: failuresOf(filled).map(({ field }) => field),
    prefilled: prefill(form, properties, circumstances),
  };
};
