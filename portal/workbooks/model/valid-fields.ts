import type { Choice, Field, LocalText } from '#contract/workbook-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { FoundIssue } from '#workbook-engine/field-issues.ts';
import type { Form } from '#workbook-engine/form.ts';
import type { FieldNode, Members } from './draft-tree.ts';
import { isFieldType } from './field-types.ts';

/**
 * The fields of a draft in a form that the engine accepts, at the same positions. Members with an invalid shape are left out,
 * because a draft that was saved by API can contain anything. Fields from the editor are unchanged.
 */
export const validFields = (nodes: readonly FieldNode[]): Field[] =>
  nodes.map(({ key, members, children }) => {
    const { name, type, ...others } = members;
    const validMembers = Object.entries(others)
      .map(([member, value]) => [member, member === 'choices' ? validChoices(value) : value] as const)
      .filter(
        ([member, value]) => Object.hasOwn(SHAPES, member) && SHAPES[member as keyof typeof SHAPES](value),
      );
    return {
      ...Object.fromEntries(validMembers),
      name: typeof name === 'string' && /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : `Field_${key}`,
      type: isFieldType(type) ? type : 'note',
      ...(children.length > 0 && { fields: validFields(children) }),
    };
  });

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isLocalText = (value: unknown): value is LocalText =>
  isText(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(isText));
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' && value !== null && isText(Reflect.get(value, 'value'));
/** Leaves out choices without a value. */
const validChoices = (value: unknown) => (Array.isArray(value) ? value.filter(isChoice) : value);
const isBound = (value: unknown) => typeof value === 'number' || typeof value === 'string';
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

const SHAPES: Readonly<Record<Exclude<keyof Members, 'name' | 'type'>, (value: unknown) => boolean>> = {
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
  followUp: (value) => typeof value === 'object' && value !== null && isText(Reflect.get(value, 'workbook')),
};

/** Rounds of removing invalid expressions; a removal can invalidate other expressions. */
const MAX_ROUNDS = 8;

/** Replaces an invalid calculation, because other expressions may refer to its field. */
const NO_CALCULATION = "''";

/** Compiles a form for the preview. Invalid expressions are left out. */
export const compileValidForm = (fields: readonly Field[]): Form => {
  let sound = calculating(withUniqueNames(fields));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { form, issues } = compileForm({ fields: sound });
    if (issues.length === 0) return form;
    sound = calculating(withoutErrors(sound, issues, 'fields'));
  }
  return compileForm({ fields: calculating(withoutExpressions(sound)) }).form;
};

/** Leaves out fields whose name is already used, because names in a form are unique. */
const withUniqueNames = (fields: readonly Field[], taken = new Set<string>()): Field[] =>
  fields.flatMap((field) => {
    const name = field.name.toLowerCase();
    if (taken.has(name)) return [];
    taken.add(name);
    return field.fields ? [{ ...field, fields: withUniqueNames(field.fields, taken) }] : [field];
  });

const calculating = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    ...(field.type === 'calculated' && { calculation: field.calculation ?? NO_CALCULATION }),
    ...(field.fields && { fields: calculating(field.fields) }),
  }));

const withoutErrors = (fields: readonly Field[], issues: readonly FoundIssue[], path: string): Field[] =>
  fields.map((field, position) => {
    const here = `${path}[${position}].`;
    const ours = issues.filter((issue) => issue.path.startsWith(here));
    if (ours.length === 0) return field;
    const members = new Set(ours.map((issue) => issue.path.slice(here.length).split(/[.[]/, 1)[0]!));
    const inside = members.has('fields') && field.fields ? field.fields : undefined;
    const remaining = Object.fromEntries(Object.entries(field).filter(([member]) => !members.has(member)));
    return { ...remaining, ...(inside && { fields: withoutErrors(inside, ours, `${here}fields`) }) } as Field;
  });

const withoutExpressions = (fields: readonly Field[]): Field[] =>
  fields.map(({ name, type, choices, fields: inside }) => ({
    name,
    type,
    ...(choices && { choices }),
    ...(inside && { fields: withoutExpressions(inside) }),
  }));
