import type { Choice, Field, LocalText } from '#contract/workbook-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';
import type { Form } from '#workbook-engine/form.ts';
import type { FieldNode, Members } from './draft-tree.ts';
import { isFieldType } from './field-types.ts';

/**
 * The fields of a draft as the engine takes them, each at its place: members that are not of the right shape are left out,
 * for whoever brings a draft over the API may bring anything. What the designer itself makes stays as it is.
 */
export const soundFields = (nodes: readonly FieldNode[]): Field[] =>
  nodes.map(({ key, members, children }) => {
    const { name, type, ...others } = members;
    const kept = Object.entries(others)
      .map(([member, value]) => [member, member === 'choices' ? soundChoices(value) : value] as const)
      .filter(
        ([member, value]) => Object.hasOwn(SHAPES, member) && SHAPES[member as keyof typeof SHAPES](value),
      );
    return {
      ...Object.fromEntries(kept),
      name: typeof name === 'string' && /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : `Field_${key}`,
      type: isFieldType(type) ? type : 'note',
      ...(children.length > 0 && { fields: soundFields(children) }),
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
/** Without those whose value is not typed yet. */
const soundChoices = (value: unknown) => (Array.isArray(value) ? value.filter(isChoice) : value);
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

/** Rounds of leaving out what is at fault; what needs what was left out is found in the next. */
const MOST_ROUNDS = 8;

/** A calculation that comes to nothing, in place of one at fault: others may name its field. */
const NO_CALCULATION = "''";

/** A form to try a draft with: expressions at fault are left out, so that the rest can be tried. */
export const compileSoundForm = (fields: readonly Field[]): Form => {
  let sound = calculating(namedApart(fields));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { form, faults } = compileForm({ fields: sound });
    if (faults.length === 0) return form;
    sound = calculating(withoutFaulty(sound, faults, 'fields'));
  }
  return compileForm({ fields: calculating(withoutExpressions(sound)) }).form;
};

/** Without those whose name is taken: a form has each once. */
const namedApart = (fields: readonly Field[], taken = new Set<string>()): Field[] =>
  fields.flatMap((field) => {
    const name = field.name.toLowerCase();
    if (taken.has(name)) return [];
    taken.add(name);
    return field.fields ? [{ ...field, fields: namedApart(field.fields, taken) }] : [field];
  });

const calculating = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    ...(field.type === 'calculated' && { calculation: field.calculation ?? NO_CALCULATION }),
    ...(field.fields && { fields: calculating(field.fields) }),
  }));

const withoutFaulty = (fields: readonly Field[], faults: readonly FoundFault[], path: string): Field[] =>
  fields.map((field, position) => {
    const here = `${path}[${position}].`;
    const ours = faults.filter((fault) => fault.path.startsWith(here));
    if (ours.length === 0) return field;
    const members = new Set(ours.map((fault) => fault.path.slice(here.length).split(/[.[]/, 1)[0]!));
    const inside = members.has('fields') && field.fields ? field.fields : undefined;
    const kept = Object.fromEntries(Object.entries(field).filter(([member]) => !members.has(member)));
    return { ...kept, ...(inside && { fields: withoutFaulty(inside, ours, `${here}fields`) }) } as Field;
  });

const withoutExpressions = (fields: readonly Field[]): Field[] =>
  fields.map(({ name, type, choices, fields: inside }) => ({
    name,
    type,
    ...(choices && { choices }),
    ...(inside && { fields: withoutExpressions(inside) }),
  }));
