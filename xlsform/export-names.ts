import type { Choice, Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { ATTRIBUTE_PREFIX, parseChoicesHeading } from './headings.ts';
import { createYesNoChoices } from './yes-no.ts';

/** Each container precedes its fields. */
const listAllFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...listAllFields(field.fields ?? [])]);

const RESERVED_NAMES: readonly string[] = ['data', 'meta'];

export type FieldNames = {
  nameOf(field: string): string;
  isBoolean(field: string): boolean;
};

export const nameFields = ({ fields }: WorkbookDefinition): FieldNames => {
  const allFields = listAllFields(fields);
  const usedNames = new Set(allFields.map(({ name }) => name.toLowerCase()));
  const replacements = new Map(
    RESERVED_NAMES.map((name) => {
      let freeName = `${name}_`;
      while (usedNames.has(freeName)) freeName += '_';
      return [name, freeName];
    }),
  );
  const booleanNames = new Set(allFields.filter(({ type }) => type === 'boolean').map(({ name }) => name));
  return {
    nameOf: (field) => replacements.get(field) ?? field,
    isBoolean: (field) => booleanNames.has(field),
  };
};

export const formatAttributeHeading = (attribute: string): string => {
  const isFree = parseChoicesHeading(attribute).column === `attribute:${attribute}`;
  return isFree && !attribute.startsWith(ATTRIBUTE_PREFIX) ? attribute : ATTRIBUTE_PREFIX + attribute;
};

/** A list is shared by all fields with the same choices. */
export type ExportedList = {
  name: string;
  choices: readonly Choice[];
  /** The names in the form, by value. Name and value differ only if the value contains spaces. */
  names: ReadonlyMap<string, string>;
};

const nameChoices = (choices: readonly Choice[]): Map<string, string> => {
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

/** XLSForm separates multiple values with spaces, so choice names cannot contain any. */
const isValidName = (value: string) => !/[\s\p{Cc}]/u.test(value);

/** Lists are indexed by field name. Boolean fields get a yes/no list. */
export const listChoices = (definition: WorkbookDefinition, names: FieldNames): Map<string, ExportedList> => {
  const allFields = listAllFields(definition.fields);
  const yesNoChoices = createYesNoChoices(listLanguages(allFields));
  const listsByContent = new Map<string, ExportedList>();
  const listsByField = new Map<string, ExportedList>();
  const usedNames = new Set<string>();
  for (const { name: field, type, choices = type === 'boolean' ? yesNoChoices : undefined } of allFields) {
    if (choices === undefined) continue;
    const content = JSON.stringify([type === 'boolean', choices]);
    let list = listsByContent.get(content);
    if (list === undefined) {
      let name = type === 'boolean' ? 'yes_no' : names.nameOf(field);
      while (usedNames.has(name.toLowerCase())) name += '_';
      usedNames.add(name.toLowerCase());
      list = { name, choices, names: nameChoices(choices) };
      listsByContent.set(content, list);
    }
    listsByField.set(field, list);
  }
  return listsByField;
};

const listLanguages = (fields: readonly Field[]): string[] => [
  ...new Set(fields.flatMap(({ label }) => (typeof label === 'object' ? Object.keys(label) : []))),
];
