import { type Sentence, sentence } from '#i18n/sentence.ts';
import { showValue } from '#i18n/show-value.ts';
import type { Answer, Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { type Form, rootLevel } from './form.ts';
import type { FieldIndex, IndexedField } from './index-fields.ts';
import { finish, type Work } from './pausable-work.ts';
import { type CustomValue, prefillRules } from './prefill-rules.ts';
import { startInSteps } from './start-answers.ts';

/** What happened to each custom property of the task. It is stored and shown with the inspection. */
export type PrefillReport = {
  filled: { property: string; field: string }[];
  /** Properties without a field of the same name. */
  withoutField: string[];
  unsuitable: { property: string; field: string; reason: Sentence }[];
};

/** The answers with which an inspection starts: from the task's custom properties, else from the fields' defaults. */
export const prefill = (...given: Parameters<typeof prefillInSteps>): Prefilled =>
  finish(prefillInSteps(...given));

export type Prefilled = { answers: Answers; report: PrefillReport };

/** The same as a generator with pauses. */
export function* prefillInSteps(
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  evaluationContext: EvaluationContext,
): Work<Prefilled> {
  const { index } = form;
  const report: PrefillReport = { filled: [], withoutField: [], unsuitable: [] };
  const winners = propertyOfEachField(index, Object.keys(properties));
  const filled = new Map<string, Answer>();
  for (const [property, value] of Object.entries(properties)) {
    const indexed = index.everywhere.get(property.toLowerCase());
    if (indexed === undefined) {
      report.withoutField.push(property);
      continue;
    }
    const field = indexed.field.name;
    const winner = winners.get(field);
    const fill =
      winner === property
        ? fillField(indexed, value, evaluationContext.timeZone)
        : { reason: sentence`The property ${winner!} takes precedence.` };
    if ('reason' in fill) report.unsuitable.push({ property, field, reason: fill.reason });
    else {
      filled.set(field, fill.answer);
      report.filled.push({ property, field });
    }
  }
  const start = yield* startInSteps(form, rootLevel(form), evaluationContext);
  return { answers: { ...start, ...Object.fromEntries(filled) }, report };
}

/** For several properties of one field, prefers the exact name, else the first in ordinal order. */
const propertyOfEachField = (index: FieldIndex, properties: string[]): Map<string, string> => {
  const winners = new Map<string, string>();
  for (const property of properties.sort()) {
    const field = index.everywhere.get(property.toLowerCase())?.field.name;
    if (field !== undefined && (property === field || !winners.has(field))) winners.set(field, property);
  }
  return winners;
};

const fillField = (
  indexed: IndexedField,
  value: CustomValue,
  timeZone: string,
): { answer: Answer } | { reason: Sentence } => {
  const { type } = indexed.field;
  if (indexed.repeat !== undefined) {
    return {
      reason: sentence`The field is in the repeat ${indexed.repeat}, which has no entries when an inspection starts.`,
    };
  }
  const rule = prefillRules[type];
  if (rule === undefined)
    return { reason: sentence`A field of type ${type} is never filled from a property.` };
  const converted = rule.convert(value, indexed, timeZone);
  if (converted === undefined) {
    return { reason: sentence`A field of type ${type} requires ${rule.accepts}, not ${showValue(value)}.` };
  }
  const { answer, issues } = checkAnswer(indexed, converted);
  return issues[0] === undefined ? { answer } : { reason: issues[0].message };
};
