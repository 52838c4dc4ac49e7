import type { Field } from '#contract/workbook-definition.ts';
import { countAnswers, findFormField } from '#questions/form-fields.ts';
import { parseOutermostField } from '#workbook-engine/change-answers.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { type FilledForm, type FormField, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';

/** A page of the form: either a section, or the fields between two sections. */
export type FormPage = {
  /** The name of the section or first field. */
  name: string;
  section: FormField | undefined;
  fields: readonly Field[];
  firstQuestion: FormField;
  answered: number;
  asked: number;
};

/** Returns the pages with relevant questions. */
export const createPages = (fields: readonly Field[], { form, root }: FilledForm): FormPage[] => {
  const level = rootLevelOf(form);
  return groupFields(fields)
    .filter((group) => group.fields.some((field) => isAsked(level, root, field)))
    .map(({ section, fields: pageFields }) => ({
      name: (section ?? pageFields[0]!).name,
      section: section && findFormField(level, section.name),
      fields: pageFields,
      firstQuestion: findFirstQuestion(level, root, pageFields) ?? findFormField(level, pageFields[0]!.name)!,
      ...countAnswers(level, root, pageFields),
    }));
};

/** Returns the index of the page containing a path, or 0 if none does. */
export const findPageIndex = (pages: readonly FormPage[], path: string | null): number => {
  if (path === null) return 0;
  const name = parseOutermostField(path);
  const containsField = (fields: readonly Field[]): boolean =>
    fields.some(
      (field) => field.name === name || (field.type === 'section' && containsField(field.fields ?? [])),
    );
  const index = pages.findIndex((page) => page.name === name || containsField(page.fields));
  return Math.max(index, 0);
};

const isAsked = (level: FormLevel, frame: Frame, { name }: Field): boolean => {
  const formField = findFormField(level, name);
  return formField !== undefined && frame.isRelevant[formField.slot]!;
};

const findFirstQuestion = (
  level: FormLevel,
  frame: Frame,
  fields: readonly Field[],
): FormField | undefined => {
  for (const field of fields) {
    if (field.type === 'note' || field.type === 'calculated' || !isAsked(level, frame, field)) continue;
    const question =
      field.type === 'section'
        ? findFirstQuestion(level, frame, field.fields ?? [])
        : findFormField(level, field.name);
    if (question) return question;
  }
  return undefined;
};

const groupFields = (fields: readonly Field[]) => {
  const groups: { section: Field | undefined; fields: Field[] }[] = [];
  for (const field of fields) {
    const lastGroup = groups.at(-1);
    if (field.type === 'section') groups.push({ section: field, fields: field.fields ?? [] });
    else if (lastGroup && !lastGroup.section) lastGroup.fields.push(field);
    else groups.push({ section: undefined, fields: [field] });
  }
  return groups;
};
