import { didYouMean } from '#i18n/did-you-mean.ts';
import { sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Patterns } from './expressions/pattern.ts';
import type { Named, Scope } from './expressions/scope.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { FormField } from './form.ts';

/** Thrown if an expression refers to an invalid field. Only the error in that field is reported. */
export class DependentError extends Error {}

/** The context that all expressions of a workbook share. */
export type CompileContext = { names: ReadonlyMap<string, FormField>; patterns: Patterns };

/** The scope of most expressions: all fields with a value. */
export const scopeOfField = ({ level }: FormField, { names, patterns }: CompileContext): Scope => ({
  level,
  find: (name, at) => asReference(readField(name, names, at), at),
  self: undefined,
  attributes: undefined,
  patterns,
});

/** Like `scopeOfField`, with `.` for the answer of the field. */
export const scopeOfAnswer = (formField: FormField, context: CompileContext): Scope => ({
  ...scopeOfField(formField, context),
  self: asNamed(formField),
});

/** Like `scopeOfField`, with the attributes of the choices. */
export const scopeOfChoices = (formField: FormField, context: CompileContext): Scope => {
  const attributes = formField.field.choices?.flatMap((choice) => Object.keys(choice.attributes ?? {}));
  return { ...scopeOfField(formField, context), attributes: new Set(['value', ...(attributes ?? [])]) };
};

/** The scope of a default, which cannot refer to answers: there are none when it is calculated. */
export const scopeOfDefault = (formField: FormField, context: CompileContext): Scope => ({
  ...scopeOfField(formField, context),
  find: (name, at) => {
    readField(name, context.names, at);
    throw new ExpressionError(
      at,
      sentence`A default is calculated at the start, when ${name} has no answer yet: use a calculated field instead.`,
    );
  },
});

const readField = (name: string, names: CompileContext['names'], at: number): FormField => {
  const formField = names.get(name);
  if (formField) return formField;
  const nearest = nearestName(name, names.keys());
  throw new ExpressionError(at, sentence`There is no field ${name}.${didYouMean(nearest)}`);
};

/** Throws if the type of the field is unknown: an error in its calculation is already reported. */
const asNamed = ({ field, level, slot, entry, type }: FormField): Named => {
  if (!type) throw new DependentError();
  return { name: field.name, level, slot, type, entry };
};

const asReference = (formField: FormField, at: number): Named => {
  const { type, name } = formField.field;
  if (type === 'note' || type === 'section') {
    throw new ExpressionError(at, sentence`${name} is of type ${type}, which has no value.`);
  }
  return asNamed(formField);
};
