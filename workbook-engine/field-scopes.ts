import { sentence } from '#sentences/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Patterns } from './expressions/pattern.ts';
import type { Named, Scope } from './expressions/scope.ts';
import { ExpressionRefused } from './expressions/syntax.ts';
import type { FormField } from './form.ts';

/** A field is named that is at fault itself: told there, and not again wherever it is named. */
export class FollowsFromFault extends Error {}

/** What the expressions of a workbook have in common. */
export type Surroundings = { names: ReadonlyMap<string, FormField>; patterns: Patterns };

/** What an expression about a field may name: any field that has a value. */
export const scopeOfField = ({ level }: FormField, { names, patterns }: Surroundings): Scope => ({
  level,
  find: (name, at) => asNamed(findField(name, names, at), at),
  self: undefined,
  attributes: undefined,
  patterns,
});

/** The same, and by `.` the answer that is judged. */
export const scopeOfAnswer = (placed: FormField, around: Surroundings): Scope => ({
  ...scopeOfField(placed, around),
  self: asSelf(placed),
});

/** The same as of the field, and the attributes of its choices. */
export const scopeOfChoices = (placed: FormField, around: Surroundings): Scope => {
  const attributes = placed.field.choices?.flatMap((choice) => Object.keys(choice.attributes ?? {}));
  return { ...scopeOfField(placed, around), attributes: new Set(['value', ...(attributes ?? [])]) };
};

/** At the start, when nothing is answered. */
export const scopeAtStart = (placed: FormField, around: Surroundings): Scope => ({
  ...scopeOfField(placed, around),
  find: (name, at) => {
    findField(name, around.names, at);
    throw new ExpressionRefused(
      at,
      sentence`A default is worked out at the start, when ${name} has no answer yet: a calculated field follows it.`,
    );
  },
});

const findField = (name: string, names: Surroundings['names'], at: number): FormField => {
  const placed = names.get(name);
  if (placed) return placed;
  const known = [...names.keys()];
  const meant = known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? nearestName(name, known);
  throw new ExpressionRefused(
    at,
    sentence`There is no field ${name}.${meant === undefined ? '' : sentence` Did you mean ${meant}?`}`,
  );
};

/** That a note has no value is told of the member that should not be there. */
const asSelf = ({ field, level, slot, entry, type }: FormField): Named => {
  if (!type) throw new FollowsFromFault();
  return { name: field.name, level, slot, type, entry };
};

const asNamed = (placed: FormField, at: number): Named => {
  const { type, name } = placed.field;
  if (type === 'note' || type === 'section') {
    throw new ExpressionRefused(at, sentence`${name} is a ${type} and has no value.`);
  }
  return asSelf(placed);
};
