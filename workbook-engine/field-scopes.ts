import { sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Patterns } from './expressions/pattern.ts';
import type { Named, Scope } from './expressions/scope.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { FormField } from './form.ts';

/** An expression refers to a field that has an error itself. Only that error is reported. */
export class DependentError extends Error {}

/** The context that all expressions of a workbook share. */
export type Surroundings = { names: ReadonlyMap<string, FormField>; patterns: Patterns };

/** Scope of most expressions of a field: all fields with a value. */
export const scopeOfField = ({ level }: FormField, { names, patterns }: Surroundings): Scope => ({
  level,
  find: (name, at) => asNamed(findField(name, names, at), at),
  self: undefined,
  attributes: undefined,
  patterns,
});

/** The same, with the answer of the field as `.`. */
export const scopeOfAnswer = (placed: FormField, around: Surroundings): Scope => ({
  ...scopeOfField(placed, around),
  self: asSelf(placed),
});

/** The same, with the attributes of the choices. */
export const scopeOfChoices = (placed: FormField, around: Surroundings): Scope => {
  const attributes = placed.field.choices?.flatMap((choice) => Object.keys(choice.attributes ?? {}));
  return { ...scopeOfField(placed, around), attributes: new Set(['value', ...(attributes ?? [])]) };
};

/** Scope of a default, when no field is answered yet. */
export const scopeAtStart = (placed: FormField, around: Surroundings): Scope => ({
  ...scopeOfField(placed, around),
  find: (name, at) => {
    findField(name, around.names, at);
    throw new ExpressionError(
      at,
      sentence`A default is calculated at the start, when ${name} has no answer yet: use a calculated field instead.`,
    );
  },
});

const findField = (name: string, names: Surroundings['names'], at: number): FormField => {
  const placed = names.get(name);
  if (placed) return placed;
  const known = [...names.keys()];
  const nearest = known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? nearestName(name, known);
  throw new ExpressionError(
    at,
    sentence`There is no field ${name}.${nearest === undefined ? '' : sentence` Did you mean ${nearest}?`}`,
  );
};

/** A field without a value is reported at the member that it does not support. */
const asSelf = ({ field, level, slot, entry, type }: FormField): Named => {
  if (!type) throw new DependentError();
  return { name: field.name, level, slot, type, entry };
};

const asNamed = (placed: FormField, at: number): Named => {
  const { type, name } = placed.field;
  if (type === 'note' || type === 'section') {
    throw new ExpressionError(at, sentence`${name} is of type ${type}, which has no value.`);
  }
  return asSelf(placed);
};
