import { didYouMean } from '#i18n/did-you-mean.ts';
import { sentence } from '#i18n/sentence.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { Patterns } from './expressions/pattern.ts';
import type { NamedField, Scope } from './expressions/scope.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { FormField } from './form.ts';

/** Thrown if an expression refers to an invalid field. Only the error in that other field is reported. */
export class DependentError extends Error {}

export type CompileContext = { names: ReadonlyMap<string, FormField>; patterns: Patterns };

/** The scope of most expressions, which contains all fields that have a value. */
export const createFieldScope = ({ level }: FormField, { names, patterns }: CompileContext): Scope => ({
  level,
  find: (name, position) => asReference(readField(name, names, position), position),
  self: undefined,
  attributes: undefined,
  patterns,
});

/** Like `createFieldScope`, but `.` stands for the field's answer. */
export const createAnswerScope = (formField: FormField, context: CompileContext): Scope => ({
  ...createFieldScope(formField, context),
  self: asNamed(formField),
});

/** Like `createFieldScope`, but with the attributes of the choices. */
export const createChoiceScope = (formField: FormField, context: CompileContext): Scope => {
  const attributes = formField.field.choices?.flatMap((choice) => Object.keys(choice.attributes ?? {}));
  return { ...createFieldScope(formField, context), attributes: new Set(['value', ...(attributes ?? [])]) };
};

/** The scope of a default, which cannot refer to answers because there are none when it is calculated. */
export const createDefaultScope = (formField: FormField, context: CompileContext): Scope => ({
  ...createFieldScope(formField, context),
  find: (name, position) => {
    readField(name, context.names, position);
    throw new ExpressionError(
      position,
      sentence`A default is calculated at the start, when ${name} has no answer yet: use a calculated field instead.`,
    );
  },
});

const readField = (name: string, names: CompileContext['names'], position: number): FormField => {
  const formField = names.get(name);
  if (formField) return formField;
  const nearest = findNearestName(name, names.keys());
  throw new ExpressionError(position, sentence`There is no field ${name}.${didYouMean(nearest)}`);
};

/** Throws if the field's type is unknown, which means that an error in its calculation has already been reported. */
const asNamed = ({ field, level, slot, entry, type }: FormField): NamedField => {
  if (!type) throw new DependentError();
  return { name: field.name, level, slot, type, entry };
};

const asReference = (formField: FormField, position: number): NamedField => {
  const { type, name } = formField.field;
  if (type === 'note' || type === 'section') {
    throw new ExpressionError(position, sentence`${name} is of type ${type}, which has no value.`);
  }
  return asNamed(formField);
};
