import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { BuiltFields } from './build-fields.ts';
import type { FormReport } from './form-report.ts';

/**
 * Limits the nesting of fields. If there are too many sections and repeats around a field, the innermost sections are
 * replaced by their fields, which keep the condition of the section. A repeat that is nested too deeply is removed.
 */
export const flattenSections = ({ fields, rowOf }: BuiltFields, report: FormReport): Field[] => {
  const tell = (field: Field, code: 'section-flattened' | 'too-many', message: Sentence) => {
    const row = rowOf.get(field);
    if (row !== undefined) report.add({ sheet: row.sheet, row: row.number }, code, message);
  };
  const flattened = new Set<Field>();
  const selectFlattened = (field: Field, around: readonly Field[]): void => {
    if (field.fields === undefined) return;
    const path = [...around, field].filter((each) => !flattened.has(each));
    if (path.length > workbookLimits.nesting) {
      const weakest = path.findLast(({ type }) => type === 'section') ?? field;
      flattened.add(weakest);
    }
    for (const inner of field.fields) selectFlattened(inner, [...around, field]);
  };
  for (const field of fields) selectFlattened(field, []);

  const settle = (field: Field): Field[] => {
    if (field.fields === undefined) return [field];
    const inner = field.fields.flatMap(settle);
    if (!flattened.has(field)) return inner.length === 0 ? [] : [{ ...field, fields: inner }];
    if (field.type === 'repeat') {
      tell(
        field,
        'too-many',
        sentence`This repeat is nested inside ${workbookLimits.nesting} others, which is the maximum; it is not imported.`,
      );
      return [];
    }
    const message = sentence`Fields can be nested in at most ${workbookLimits.nesting} sections and repeats: this section is replaced by its fields.`;
    tell(field, 'section-flattened', message);
    const { fields: _, ...note } = field;
    const heading: Field[] = field.label === undefined ? [] : [{ ...note, type: 'note' }];
    return [...heading, ...inner.map((each) => ({ ...each, ...relevance(field.relevant, each.relevant) }))];
  };
  return fields.flatMap(settle);
};

/** Combines the relevance of a section and of a field in it. */
const relevance = (outer: string | undefined, inner: string | undefined): Pick<Field, 'relevant'> => {
  if (outer === undefined) return inner === undefined ? {} : { relevant: inner };
  return { relevant: inner === undefined ? outer : `(${outer}) and (${inner})` };
};
