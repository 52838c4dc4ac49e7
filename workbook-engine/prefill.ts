import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { Answer, Answers } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { Circumstances } from './expressions/value.ts';
import { type Form, rootLevel } from './form.ts';
import type { FieldIndex, IndexedField } from './index-fields.ts';
import { type CustomValue, prefillRules } from './prefill-rules.ts';
import { showValue } from './show-value.ts';
import { startInSteps } from './start-answers.ts';
import { finish, type Work } from './work.ts';

/** What became of each custom property of the task; kept with the inspection and shown. */
export type PrefillReport = {
  filled: { property: string; field: string }[];
  /** Properties whose name no field has. */
  withoutField: string[];
  unsuitable: { property: string; field: string; reason: Sentence }[];
};

/** The answers with which an inspection starts: from the task's custom properties, else from the fields' defaults. */
export const prefill = (...given: Parameters<typeof prefillInSteps>): Prefilled =>
  finish(prefillInSteps(...given));

export type Prefilled = { answers: Answers; report: PrefillReport };

/** The same, with pauses. */
export function* prefillInSteps(
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  circumstances: Circumstances,
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
        ? fillField(indexed, value, circumstances.timeZone)
        : { reason: sentence`The property ${winner!} goes before this one.` };
    if ('reason' in fill) report.unsuitable.push({ property, field, reason: fill.reason });
    else {
      filled.set(field, fill.answer);
      report.filled.push({ property, field });
    }
  }
  const start = yield* startInSteps(form, rootLevel(form), circumstances);
  return { answers: { ...start, ...Object.fromEntries(filled) }, report };
}

/** Of several properties that name one field, the one in the field's own letter case, else the first in ordinal order. */
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
      reason: sentence`The field belongs to the repeat ${indexed.repeat}, which has no entry at the start.`,
    };
  }
  const rule = prefillRules[type];
  if (rule === undefined)
    return { reason: sentence`A field of type ${type} is never filled from a property.` };
  const converted = rule.convert(value, indexed, timeZone);
  if (converted === undefined) {
    return { reason: sentence`A field of type ${type} takes ${rule.takes}, not ${showValue(value)}.` };
  }
  const { answer, faults } = checkAnswer(indexed, converted);
  return faults[0] === undefined ? { answer } : { reason: faults[0].message };
};
