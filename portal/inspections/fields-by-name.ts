import type { Field } from '#contract/workbook-definition.ts';

/** All fields of a workbook by name, including those in sections and repeats. Names are unique within a workbook. */
export const fieldsByName = (fields: readonly Field[]): ReadonlyMap<string, Field> => {
  const all = new Map<string, Field>();
  const add = (level: readonly Field[]) => {
    for (const field of level) {
      all.set(field.name, field);
      add(field.fields ?? []);
    }
  };
  add(fields);
  return all;
};

/** `Spans[1].Length` → `Length`; `Spans[1]` → `Spans` */
export const lastName = (path: string): string =>
  path
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '');
