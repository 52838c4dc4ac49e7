import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { isAnswered } from '#workbook-engine/answer.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField, type FormLevel } from '#workbook-engine/form.ts';

const TYPES_WITHOUT_ANSWER: ReadonlySet<FieldType> = new Set<FieldType>([
  'note',
  'calculated',
  'section',
  'repeat',
]);

/** Counts the relevant questions, and how many of them are answered, including those in repeats. */
export const countAnswers = (level: FormLevel, frame: Frame, fields: readonly Field[]) => {
  const count = { answered: 0, asked: 0 };
  const addCounts = ({ answered, asked }: typeof count) => {
    count.answered += answered;
    count.asked += asked;
  };
  for (const field of fields) {
    const formField = findFormField(level, field.name);
    if (!formField || !frame.isRelevant[formField.slot]) continue;
    if (field.type === 'section') addCounts(countAnswers(level, frame, field.fields ?? []));
    for (const instance of formField.instanceLevel ? (frame.values[formField.slot] as readonly Frame[]) : [])
      addCounts(countAnswers(formField.instanceLevel!, instance, field.fields ?? []));
    if (!TYPES_WITHOUT_ANSWER.has(field.type))
      addCounts({ answered: isAnswered(answerOf(frame.answers, field.name)) ? 1 : 0, asked: 1 });
  }
  return count;
};

const fieldsByLevel = new WeakMap<FormLevel, Map<string, FormField>>();

/** Uses an index, because a level may have two thousand fields. */
export const findFormField = (level: FormLevel, name: string): FormField | undefined => {
  let fieldsByName = fieldsByLevel.get(level);
  if (!fieldsByName) {
    fieldsByName = new Map(level.fields.map((formField) => [formField.field.name, formField]));
    fieldsByLevel.set(level, fieldsByName);
  }
  return fieldsByName.get(name);
};
