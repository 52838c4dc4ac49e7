import type { Field } from '#contract/workbook-definition.ts';

/** All fields of a workbook by their unique names, including those in sections and repeats. */
export const fieldsByName = (fields: readonly Field[]): ReadonlyMap<string, Field> => {
  const withInner = (field: Field): Field[] => [field, ...(field.fields ?? []).flatMap(withInner)];
  return new Map(fields.flatMap(withInner).map((field) => [field.name, field]));
};

/** `Spans[1].Length` → `Length`; `Spans[1]` → `Spans` */
export const lastName = (path: string): string =>
  path
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '');
