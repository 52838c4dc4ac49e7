import { nearestName } from '#spelling/nearest-name.ts';
import type { Named, Scope } from './expressions/scope.ts';
import { ExpressionRefused } from './expressions/syntax.ts';
import type { FormField } from './form.ts';

/** A field is named that is at fault itself: told there, and not again wherever it is named. */
export class FollowsFromFault extends Error {}

type Names = ReadonlyMap<string, FormField>;

/** What an expression about a field may name: any field that has a value. */
export const scopeOfField = ({ level }: FormField, names: Names): Scope => ({
  level,
  find: (name, at) => asNamed(findField(name, names, at), at),
  self: undefined,
  attributes: undefined,
});

/** The same, and by `.` the answer that is judged. */
export const scopeOfAnswer = (placed: FormField, names: Names): Scope => ({
  ...scopeOfField(placed, names),
  self: asSelf(placed),
});

/** The same as of the field, and the attributes of its choices. */
export const scopeOfChoices = (placed: FormField, names: Names): Scope => {
  const attributes = placed.field.choices?.flatMap((choice) => Object.keys(choice.attributes ?? {}));
  return { ...scopeOfField(placed, names), attributes: new Set(['value', ...(attributes ?? [])]) };
};

/** At the start, when nothing is answered. */
export const scopeAtStart = (placed: FormField, names: Names): Scope => ({
  ...scopeOfField(placed, names),
  find: (name, at) => {
    findField(name, names, at);
    throw new ExpressionRefused(
      at,
      `A default is worked out at the start, when ${name} has no answer yet: a calculated field follows it.`,
    );
  },
});

const findField = (name: string, names: Names, at: number): FormField => {
  const placed = names.get(name);
  if (placed) return placed;
  const known = [...names.keys()];
  const meant = known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? nearestName(name, known);
  throw new ExpressionRefused(
    at,
    `There is no field ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
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
    throw new ExpressionRefused(at, `${name} is a ${type} and has no value.`);
  }
  return asSelf(placed);
};
