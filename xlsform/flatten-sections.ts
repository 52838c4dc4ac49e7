import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { BuiltFields } from './build-fields.ts';
import type { FormReport } from './form-report.ts';
import { createRowLocation } from './read-table.ts';

/**
 * Replaces the innermost section around a field that is nested too deeply with its fields, which inherit the section's
 * condition. Removes repeats that are still nested too deeply.
 */
export const flattenSections = ({ fields, rowsByField }: BuiltFields, report: FormReport): Field[] => {
  const reportField = (field: Field, code: 'section-flattened' | 'too-many', message: Message) => {
    const row = rowsByField.get(field);
    if (row !== undefined) report.add(createRowLocation(row), code, message);
  };
  const flattenedContainers = new Set<Field>();
  const selectSections = (field: Field, ancestors: readonly Field[]): void => {
    if (field.fields === undefined) return;
    const path = [...ancestors, field].filter((container) => !flattenedContainers.has(container));
    if (path.length > workbookLimits.nesting) {
      flattenedContainers.add(path.findLast(({ type }) => type === 'section') ?? field);
    }
    for (const inner of field.fields) selectSections(inner, [...ancestors, field]);
  };
  for (const field of fields) selectSections(field, []);

  const flatten = (field: Field): Field[] => {
    if (field.fields === undefined) return [field];
    const inner = field.fields.flatMap(flatten);
    if (!flattenedContainers.has(field)) return inner.length === 0 ? [] : [{ ...field, fields: inner }];
    if (field.type === 'repeat') {
      const message = msg`This repeat is nested inside ${workbookLimits.nesting} others, which is the maximum; it is not imported.`;
      reportField(field, 'too-many', message);
      return [];
    }
    const message = msg`Fields can be nested in at most ${workbookLimits.nesting} sections and repeats: this section is replaced by its fields.`;
    reportField(field, 'section-flattened', message);
    const { fields: _, ...note } = field;
    const heading: Field[] = field.label === undefined ? [] : [{ ...note, type: 'note' }];
    return heading.concat(
      inner.map((child) => ({ ...child, ...combineRelevance(field.relevant, child.relevant) })),
    );
  };
  return fields.flatMap(flatten);
};

const combineRelevance = (outer: string | undefined, inner: string | undefined): Pick<Field, 'relevant'> => {
  if (outer === undefined) return inner === undefined ? {} : { relevant: inner };
  return { relevant: inner === undefined ? outer : `(${outer}) and (${inner})` };
};
