import { describeValue } from '#i18n/describe-value.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { Answer, Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import { createDefaultAnswersInSteps } from './default-answers.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { type Form, rootLevelOf } from './form.ts';
import type { FieldIndex, PreparedField } from './index-fields.ts';
import { finish, type Work } from './pausable-work.ts';
import { type CustomValue, prefillRules } from './prefill-rules.ts';

/** How each of the task's custom properties was used. */
export type PrefillReport = {
  filled: { property: string; field: string }[];
  withoutField: string[];
  unsuitable: { property: string; field: string; reason: Message }[];
};

/** Creates an inspection's initial answers from the task's custom properties and the fields' defaults. */
export const prefill = (...args: Parameters<typeof prefillInSteps>): PrefillResult =>
  finish(prefillInSteps(...args));

export type PrefillResult = { answers: Answers; report: PrefillReport };

export function* prefillInSteps(
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  evaluationContext: EvaluationContext,
): Work<PrefillResult> {
  const { index } = form;
  const report: PrefillReport = { filled: [], withoutField: [], unsuitable: [] };
  const selectedProperties = selectProperties(index, Object.keys(properties));
  const prefilledAnswers = new Map<string, Answer>();
  for (const [property, value] of Object.entries(properties)) {
    const preparedField = index.allFields.get(property.toLowerCase());
    if (preparedField === undefined) {
      report.withoutField.push(property);
      continue;
    }
    const field = preparedField.field.name;
    const selectedProperty = selectedProperties.get(field);
    const result =
      selectedProperty === property
        ? fillField(preparedField, value, evaluationContext.timeZone)
        : { reason: msg`The property ${selectedProperty!} takes precedence.` };
    if ('reason' in result) report.unsuitable.push({ property, field, reason: result.reason });
    else {
      prefilledAnswers.set(field, result.answer);
      report.filled.push({ property, field });
    }
  }
  const defaults = yield* createDefaultAnswersInSteps(form, rootLevelOf(form), evaluationContext);
  return { answers: { ...defaults, ...Object.fromEntries(prefilledAnswers) }, report };
}

/** Selects a property for each field: the one with the exact name, otherwise the first in ordinal order. */
const selectProperties = (index: FieldIndex, properties: string[]): Map<string, string> => {
  const selected = new Map<string, string>();
  for (const property of properties.sort()) {
    const field = index.allFields.get(property.toLowerCase())?.field.name;
    if (field !== undefined && (property === field || !selected.has(field))) selected.set(field, property);
  }
  return selected;
};

const fillField = (
  preparedField: PreparedField,
  value: CustomValue,
  timeZone: string,
): { answer: Answer } | { reason: Message } => {
  const { repeat } = preparedField;
  if (repeat !== undefined) {
    const reason = msg`The field is in the repeat ${repeat}, which has no entries when an inspection starts.`;
    return { reason };
  }
  const { type } = preparedField.field;
  const rule = prefillRules[type];
  if (rule === undefined) return { reason: msg`Fields of type ${type} cannot be prefilled.` };
  const candidate = rule.convert(value, preparedField, timeZone);
  if (candidate === undefined) {
    const reason = msg`A field of type ${type} requires ${rule.expectedValue}, not ${describeValue(value)}.`;
    return { reason };
  }
  const { answer, issues } = checkAnswer(preparedField, candidate);
  return issues[0] === undefined ? { answer } : { reason: issues[0].message };
};
