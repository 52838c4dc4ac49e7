import type { Field } from '#contract/workbook-definition.ts';

export const mapFieldsByName = (fields: readonly Field[]): ReadonlyMap<string, Field> => {
  const flatten = (field: Field): Field[] => [field, ...(field.fields ?? []).flatMap(flatten)];
  return new Map(fields.flatMap(flatten).map((field) => [field.name, field]));
};

/** Returns the name of the field at a path: `Spans[1].Length` → `Length`, `Spans[1]` → `Spans`. */
export const parseFieldName = (path: string): string =>
  path
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '');
