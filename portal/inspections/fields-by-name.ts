import type { Field } from '#contract/workbook-definition.ts';

/** Every field of a workbook, those of sections and repeats included: a name is unique in it. */
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
