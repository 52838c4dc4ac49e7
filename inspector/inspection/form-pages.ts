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

/** A page of the form: a section, or the fields between two sections. */
export type FormPage = {
  /** The name of the section, or of the first field. */
  name: string;
  section: FormField | undefined;
  fields: readonly Field[];
  /** The first relevant question. */
  first: FormField;
  answered: number;
  asked: number;
};

/** Returns the pages with relevant questions. */
export const pagesOf = (fields: readonly Field[], { form, root }: FilledForm): FormPage[] => {
  const level = rootLevel(form);
  return groupsOf(fields)
    .filter((group) => group.fields.some((field) => isAskedIn(level, root, field)))
    .map(({ section, fields: groupFields }) => ({
      name: (section ?? groupFields[0]!).name,
      section: section && formFieldOf(level, section.name),
      fields: groupFields,
      first: firstAsked(level, root, groupFields) ?? formFieldOf(level, groupFields[0]!.name)!,
      ...countOf(level, root, groupFields),
    }));
};

/** Returns the index of the page with a path; 0 if there is none. */
export const pageOfPath = (pages: readonly FormPage[], path: string | null): number => {
  if (path === null) return 0;
  const name = fieldOfPath(path);
  const holds = (fields: readonly Field[]): boolean =>
    fields.some((field) => field.name === name || (field.type === 'section' && holds(field.fields ?? [])));
  const found = pages.findIndex((page) => page.name === name || holds(page.fields));
  return Math.max(found, 0);
};

const isAskedIn = (level: FormLevel, frame: Frame, { name }: Field): boolean => {
  const formField = formFieldOf(level, name);
  return formField !== undefined && frame.isRelevant[formField.slot]!;
};

/** The first relevant question, also of a section within; notes and calculations ask nothing. */
const firstAsked = (level: FormLevel, frame: Frame, fields: readonly Field[]): FormField | undefined => {
  for (const field of fields) {
    if (field.type === 'note' || field.type === 'calculated' || !isAskedIn(level, frame, field)) continue;
    const found =
      field.type === 'section'
        ? firstAsked(level, frame, field.fields ?? [])
        : formFieldOf(level, field.name);
    if (found) return found;
  }
  return undefined;
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

/** Types that are not answered by the inspector. */
const NOT_ANSWERABLE: ReadonlySet<FieldType> = new Set<FieldType>([
  'note',
  'calculated',
  'section',
  'repeat',
]);

/** Counts the relevant questions and those that are answered. A repeat counts its entries. */
export const countOf = (level: FormLevel, frame: Frame, fields: readonly Field[]) => {
  const count = { answered: 0, asked: 0 };
  const add = ({ answered, asked }: typeof count) => {
    count.answered += answered;
    count.asked += asked;
  };
  for (const field of fields) {
    const formField = formFieldOf(level, field.name);
    if (!formField || !frame.isRelevant[formField.slot]) continue;
    if (field.type === 'section') add(countOf(level, frame, field.fields ?? []));
    for (const entry of formField.entry ? (frame.values[formField.slot] as readonly Frame[]) : [])
      add(countOf(formField.entry!, entry, field.fields ?? []));
    if (!NOT_ANSWERABLE.has(field.type))
      add({ answered: isAnswered(answerOf(frame.answers, field.name)) ? 1 : 0, asked: 1 });
  }
  return count;
};

const fieldsByLevel = new WeakMap<FormLevel, Map<string, FormField>>();

/** Finds a field of a level by name. Cached, because a level may have two thousand fields. */
export const formFieldOf = (level: FormLevel, name: string): FormField | undefined => {
  let byName = fieldsByLevel.get(level);
  if (!byName) {
    byName = new Map(level.fields.map((formField) => [formField.field.name, formField]));
    fieldsByLevel.set(level, byName);
  }
  return byName.get(name);
};
