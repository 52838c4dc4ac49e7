import { didYouMean } from '#i18n/did-you-mean.ts';
import { msg } from '#i18n/message.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { Patterns } from './expressions/pattern.ts';
import type { NamedField, Scope } from './expressions/scope.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { FormField } from './form.ts';

/** Thrown if an expression refers to a field with an error. Only that field's error is reported. */
export class DependentError extends Error {}

export type CompilationContext = { fieldsByName: ReadonlyMap<string, FormField>; patterns: Patterns };

export const createFieldScope = (
  { level }: FormField,
  { fieldsByName, patterns }: CompilationContext,
): Scope => ({
  level,
  find: (name, position) => toReferencedField(readField(name, fieldsByName, position), position),
  self: undefined,
  attributes: undefined,
  patterns,
});

/** Like `createFieldScope`, but `.` stands for the field's answer. */
export const createAnswerScope = (formField: FormField, context: CompilationContext): Scope => ({
  ...createFieldScope(formField, context),
  self: toNamedField(formField),
});

export const createChoiceScope = (formField: FormField, context: CompilationContext): Scope => {
  const attributes = formField.field.choices?.flatMap((choice) => Object.keys(choice.attributes ?? {}));
  return { ...createFieldScope(formField, context), attributes: new Set(['value', ...(attributes ?? [])]) };
};

/** Defaults cannot refer to answers: there are none yet when they are calculated. */
export const createDefaultScope = (formField: FormField, context: CompilationContext): Scope => ({
  ...createFieldScope(formField, context),
  find: (name, position) => {
    readField(name, context.fieldsByName, position);
    throw new ExpressionError(
      position,
      msg`A default is calculated at the start, when ${name} has no answer yet: use a calculated field instead.`,
    );
  },
});

const readField = (
  name: string,
  fieldsByName: CompilationContext['fieldsByName'],
  position: number,
): FormField => {
  const formField = fieldsByName.get(name);
  if (formField) return formField;
  const nearest = findNearestName(name, fieldsByName.keys());
  throw new ExpressionError(position, msg`There is no field ${name}.${didYouMean(nearest)}`);
};

/** Throws if the field's type is unknown because of an error in its calculation, which is reported there. */
const toNamedField = ({ field, level, slot, instanceLevel, type }: FormField): NamedField => {
  if (!type) throw new DependentError();
  return { name: field.name, level, slot, type, instanceLevel };
};

const toReferencedField = (formField: FormField, position: number): NamedField => {
  const { type, name } = formField.field;
  if (type === 'note' || type === 'section') {
    throw new ExpressionError(position, msg`${name} is of type ${type}, which has no value.`);
  }
  return toNamedField(formField);
};
