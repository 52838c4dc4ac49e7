import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { isAnswered } from '#workbook-engine/answer.ts';
import { fieldOfPath } from '#workbook-engine/change-answers.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import {
  answerOf,
  type FilledForm,
  type FormField,
  type FormLevel,
  rootLevel,
} from '#workbook-engine/form.ts';

/** What is seen at once: a section, or the fields between two sections. */
export type FormPage = {
  /** The name of the section, or of the first field. */
  name: string;
  section: FormField | undefined;
  fields: readonly Field[];
  answered: number;
  asked: number;
};

/** The pages of what is asked now. */
export const pagesOf = (fields: readonly Field[], { form, root }: FilledForm): FormPage[] => {
  const level = rootLevel(form);
  return groupsOf(fields)
    .filter((group) => group.fields.some((field) => isAskedIn(level, root, field)))
    .map(({ section, fields: own }) => ({
      name: (section ?? own[0]!).name,
      section: section && placedOf(level, section.name),
      fields: own,
      ...countOf(level, root, own),
    }));
};

/** The page that a path leads to; the first where there is none. */
export const pageOfPath = (pages: readonly FormPage[], path: string | null): number => {
  if (path === null) return 0;
  const name = fieldOfPath(path);
  const holds = (fields: readonly Field[]): boolean =>
    fields.some((field) => field.name === name || (field.type === 'section' && holds(field.fields ?? [])));
  const found = pages.findIndex((page) => page.name === name || holds(page.fields));
  return Math.max(found, 0);
};

const isAskedIn = (level: FormLevel, frame: Frame, { name }: Field): boolean => {
  const placed = placedOf(level, name);
  return placed !== undefined && frame.isRelevant[placed.slot]!;
};

const groupsOf = (fields: readonly Field[]) => {
  const groups: { section: Field | undefined; fields: Field[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (field.type === 'section') groups.push({ section: field, fields: field.fields ?? [] });
    else if (last && !last.section) last.fields.push(field);
    else groups.push({ section: undefined, fields: [field] });
  }
  return groups;
};

/** What nobody answers. */
const SAID: ReadonlySet<FieldType> = new Set<FieldType>(['note', 'calculated', 'section', 'repeat']);

/** How much is answered of what is asked; of a repeat, in its entries. */
export const countOf = (level: FormLevel, frame: Frame, fields: readonly Field[]) => {
  const count = { answered: 0, asked: 0 };
  const add = ({ answered, asked }: typeof count) => {
    count.answered += answered;
    count.asked += asked;
  };
  for (const field of fields) {
    const placed = placedOf(level, field.name);
    if (!placed || !frame.isRelevant[placed.slot]) continue;
    if (field.type === 'section') add(countOf(level, frame, field.fields ?? []));
    for (const entry of placed.entry ? (frame.values[placed.slot] as readonly Frame[]) : [])
      add(countOf(placed.entry!, entry, field.fields ?? []));
    if (!SAID.has(field.type))
      add({ answered: isAnswered(answerOf(frame.answers, field.name)) ? 1 : 0, asked: 1 });
  }
  return count;
};

const placedByLevel = new WeakMap<FormLevel, Map<string, FormField>>();

/** A field of a level by its name; a level may have two thousand. */
export const placedOf = (level: FormLevel, name: string): FormField | undefined => {
  let byName = placedByLevel.get(level);
  if (!byName) {
    byName = new Map(level.fields.map((placed) => [placed.field.name, placed]));
    placedByLevel.set(level, byName);
  }
  return byName.get(name);
};
