import type { Choice, Field, LocalizedText } from '#contract/workbook-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';
import type { Form } from '#workbook-engine/form.ts';
import type { FieldNode, Properties } from './draft-tree.ts';
import { isFieldType } from './field-types.ts';

/** Removes properties that the engine would reject: a draft saved through the API may contain any JSON. */
export const toValidFields = (nodes: readonly FieldNode[]): Field[] =>
  nodes.map(({ key, properties, children }) => {
    const { name, type, ...otherProperties } = properties;
    const validProperties = Object.entries(otherProperties)
      .map(
        ([property, value]) =>
          [property, property === 'choices' ? filterValidChoices(value) : value] as const,
      )
      .filter(
        ([property, value]) =>
          Object.hasOwn(VALIDATORS, property) && VALIDATORS[property as keyof typeof VALIDATORS](value),
      );
    return {
      ...Object.fromEntries(validProperties),
      name: typeof name === 'string' && /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : `Field_${key}`,
      type: isFieldType(type) ? type : 'note',
      ...(children.length > 0 && { fields: toValidFields(children) }),
    };
  });

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isLocalText = (value: unknown): value is LocalizedText =>
  isText(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(isText));
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' && value !== null && isText(Reflect.get(value, 'value'));
const filterValidChoices = (value: unknown) => (Array.isArray(value) ? value.filter(isChoice) : value);
const isBound = (value: unknown) => typeof value === 'number' || typeof value === 'string';
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

const VALIDATORS: Readonly<Record<Exclude<keyof Properties, 'name' | 'type'>, (value: unknown) => boolean>> =
  {
    label: isLocalText,
    hint: isLocalText,
    required: (value) => typeof value === 'boolean' || isText(value),
    default: () => true,
    choices: (value) => Array.isArray(value) && value.length > 0,
    min: isBound,
    max: isBound,
    maxLength: isCount,
    maxCount: isCount,
    keepPosition: (value) => typeof value === 'boolean',
    keepOriginals: (value) => typeof value === 'boolean',
    relevant: isText,
    constraint: isText,
    constraintMessage: isLocalText,
    calculation: isText,
    choiceFilter: isText,
    failWhen: isText,
    followUp: (value) =>
      typeof value === 'object' && value !== null && isText(Reflect.get(value, 'workbook')),
  };

/** Removing an invalid expression may invalidate others, which the next pass removes. */
const MAX_PASSES = 8;

export const compileValidForm = (fields: readonly Field[]): Form => {
  let candidateFields = fillMissingCalculations(removeDuplicateNames(fields));
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const { form, issues } = compileForm({ fields: candidateFields });
    if (issues.length === 0) return form;
    candidateFields = fillMissingCalculations(removeInvalidProperties(candidateFields, issues, 'fields'));
  }
  return compileForm({ fields: fillMissingCalculations(removeExpressions(candidateFields)) }).form;
};

const removeDuplicateNames = (fields: readonly Field[], usedNames = new Set<string>()): Field[] =>
  fields.flatMap((field) => {
    const name = field.name.toLowerCase();
    if (usedNames.has(name)) return [];
    usedNames.add(name);
    return field.fields ? [{ ...field, fields: removeDuplicateNames(field.fields, usedNames) }] : [field];
  });

/** Other expressions may refer to a field whose calculation is missing. */
const fillMissingCalculations = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    ...(field.type === 'calculated' && { calculation: field.calculation ?? "''" }),
    ...(field.fields && { fields: fillMissingCalculations(field.fields) }),
  }));

const removeInvalidProperties = (
  fields: readonly Field[],
  issues: readonly LocalizableIssue[],
  path: string,
): Field[] =>
  fields.map((field, position) => {
    const prefix = `${path}[${position}].`;
    const fieldIssues = issues.filter((issue) => issue.path.startsWith(prefix));
    if (fieldIssues.length === 0) return field;
    const invalidProperties = new Set(
      fieldIssues.map((issue) => issue.path.slice(prefix.length).split(/[.[]/, 1)[0]!),
    );
    const innerFields = invalidProperties.has('fields') ? field.fields : undefined;
    const validProperties = Object.fromEntries(
      Object.entries(field).filter(([property]) => !invalidProperties.has(property)),
    );
    return {
      ...validProperties,
      ...(innerFields && { fields: removeInvalidProperties(innerFields, fieldIssues, `${prefix}fields`) }),
    } as Field;
  });

const removeExpressions = (fields: readonly Field[]): Field[] =>
  fields.map(({ name, type, choices, fields: innerFields }) => ({
    name,
    type,
    ...(choices && { choices }),
    ...(innerFields && { fields: removeExpressions(innerFields) }),
  }));
