import type { Choice, Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { ATTRIBUTE_PREFIX, parseChoicesHeading } from './headings.ts';
import { createYesNoChoices } from './yes-no.ts';

/** All fields of a definition. Each container precedes its contents. */
export const listAllFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...listAllFields(field.fields ?? [])]);

/** Names reserved by XLSForm. */
const reserved: readonly string[] = ['data', 'meta'];

export type FieldNames = {
  /** The name in the form. Unknown names are returned unchanged. */
  nameOf(field: string): string;
  isBoolean(field: string): boolean;
};

export const nameFields = ({ fields }: WorkbookDefinition): FieldNames => {
  const all = listAllFields(fields);
  const usedNames = new Set(all.map(({ name }) => name.toLowerCase()));
  const replacements = new Map(
    reserved.map((name) => {
      let free = `${name}_`;
      while (usedNames.has(free)) free += '_';
      return [name, free];
    }),
  );
  const booleans = new Set(all.filter(({ type }) => type === 'boolean').map(({ name }) => name));
  return {
    nameOf: (field) => replacements.get(field) ?? field,
    isBoolean: (field) => booleans.has(field),
  };
};

export const formatAttributeHeading = (attribute: string): string => {
  const isFree = parseChoicesHeading(attribute).column === `attribute:${attribute}`;
  return isFree && !attribute.startsWith(ATTRIBUTE_PREFIX) ? attribute : ATTRIBUTE_PREFIX + attribute;
};

/** A list of choices, shared by all fields that have the same choices. */
export type ExportedList = {
  name: string;
  choices: readonly Choice[];
  /**
   * The choices' names in the form, by value. A name differs from the value only if the value contains
   * spaces.
   */
  names: ReadonlyMap<string, string>;
};

export const nameChoices = (choices: readonly Choice[]): Map<string, string> => {
  const names = new Map<string, string>();
  const usedNames = new Set(choices.map(({ value }) => value).filter(isValidName));
  for (const { value } of choices) {
    const base = isValidName(value) ? value : value.replaceAll(/[\s\p{Cc}]+/gu, '_');
    let name = base;
    for (let number = 2; !isValidName(value) && usedNames.has(name); number++) name = `${base}_${number}`;
    usedNames.add(name);
    names.set(value, name);
  }
  return names;
};

/** Choice names cannot contain spaces, because XLSForm separates multiple values with spaces. */
const isValidName = (value: string) => !/[\s\p{Cc}]/u.test(value);

/** The lists of choices, by field name. Booleans have a list containing yes and no. */
export const listChoices = (definition: WorkbookDefinition, names: FieldNames): Map<string, ExportedList> => {
  const all = listAllFields(definition.fields);
  const yesNo = createYesNoChoices(listLanguages(all));
  const byContent = new Map<string, ExportedList>();
  const listOf = new Map<string, ExportedList>();
  const usedNames = new Set<string>();
  for (const { name: field, type, choices = type === 'boolean' ? yesNo : undefined } of all) {
    if (choices === undefined) continue;
    const content = JSON.stringify([type === 'boolean', choices]);
    let list = byContent.get(content);
    if (list === undefined) {
      let name = type === 'boolean' ? 'yes_no' : names.nameOf(field);
      while (usedNames.has(name.toLowerCase())) name += '_';
      usedNames.add(name.toLowerCase());
      list = { name, choices, names: nameChoices(choices) };
      byContent.set(content, list);
    }
    listOf.set(field, list);
  }
  return listOf;
};

const listLanguages = (fields: readonly Field[]): string[] => [
  ...new Set(fields.flatMap(({ label }) => (typeof label === 'object' ? Object.keys(label) : []))),
];
