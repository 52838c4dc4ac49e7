import type { Choice, Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { ATTRIBUTE_PREFIX, readChoicesHeading } from './headings.ts';
import { yesNoChoices } from './yes-no.ts';

/** All fields of a definition, each container before its contents. */
export const allFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

/** Names that XLSForm reserves. */
const reserved: readonly string[] = ['data', 'meta'];

/** How a form names the fields of a definition. */
export type FieldNames = {
  /** The name in the form. Unknown names are unchanged. */
  nameOf(field: string): string;
  isBoolean(field: string): boolean;
};

export const nameFields = ({ fields }: WorkbookDefinition): FieldNames => {
  const all = allFields(fields);
  const taken = new Set(all.map(({ name }) => name.toLowerCase()));
  const instead = new Map(
    reserved.map((name) => {
      let free = `${name}_`;
      while (taken.has(free)) free += '_';
      return [name, free];
    }),
  );
  const booleans = new Set(all.filter(({ type }) => type === 'boolean').map(({ name }) => name));
  return {
    nameOf: (field) => instead.get(field) ?? field,
    isBoolean: (field) => booleans.has(field),
  };
};

/** The heading of a column of the choices for an attribute. */
export const attributeHeading = (attribute: string): string => {
  const isFree = readChoicesHeading(attribute).column === `attribute:${attribute}`;
  return isFree && !attribute.startsWith(ATTRIBUTE_PREFIX) ? attribute : ATTRIBUTE_PREFIX + attribute;
};

/** A list of choices in the form, for all fields with the same choices. */
export type ExportedList = {
  name: string;
  choices: readonly Choice[];
  /** Names of the choices in the form by their values. They differ only if the value contains spaces. */
  names: ReadonlyMap<string, string>;
};

export const nameChoices = (choices: readonly Choice[]): Map<string, string> => {
  const names = new Map<string, string>();
  const taken = new Set(choices.map(({ value }) => value).filter(isPlain));
  for (const { value } of choices) {
    const base = isPlain(value) ? value : value.replaceAll(/[\s\p{Cc}]+/gu, '_');
    let name = base;
    for (let number = 2; !isPlain(value) && taken.has(name); number++) name = `${base}_${number}`;
    taken.add(name);
    names.set(value, name);
  }
  return names;
};

/** Values with spaces are not possible, because XLSForm separates several values by spaces. */
const isPlain = (value: string) => !/[\s\p{Cc}]/u.test(value);

/** The lists of choices by field name. Fields with equal choices share a list. Booleans get a list of yes and no. */
export const listChoices = (definition: WorkbookDefinition, names: FieldNames): Map<string, ExportedList> => {
  const all = allFields(definition.fields);
  const yesNo = yesNoChoices(languagesOf(all));
  const byContent = new Map<string, ExportedList>();
  const listOf = new Map<string, ExportedList>();
  const taken = new Set<string>();
  for (const { name: field, type, choices = type === 'boolean' ? yesNo : undefined } of all) {
    if (choices === undefined) continue;
    const content = JSON.stringify([type === 'boolean', choices]);
    let list = byContent.get(content);
    if (list === undefined) {
      let name = type === 'boolean' ? 'yes_no' : names.nameOf(field);
      while (taken.has(name.toLowerCase())) name += '_';
      taken.add(name.toLowerCase());
      list = { name, choices, names: nameChoices(choices) };
      byContent.set(content, list);
    }
    listOf.set(field, list);
  }
  return listOf;
};

/** The languages of the labels; empty if no label has languages. */
const languagesOf = (fields: readonly Field[]): string[] => [
  ...new Set(fields.flatMap(({ label }) => (typeof label === 'object' ? Object.keys(label) : []))),
];
