import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { BuiltFields } from './build-fields.ts';
import type { FormReport } from './form-report.ts';

/**
 * Brings the fields to the depth that a workbook may have. Of sections and repeats around a field that are too many, the
 * innermost sections give way: their fields stand where they stood, and ask for what they asked for. A repeat cannot.
 */
export const dissolveSections = ({ fields, rowOf }: BuiltFields, report: FormReport): Field[] => {
  const tell = (field: Field, code: 'section-dissolved' | 'too-many', message: Sentence) => {
    const row = rowOf.get(field);
    if (row !== undefined) report.tell({ sheet: row.sheet, row: row.number }, code, message);
  };
  const doomed = new Set<Field>();
  const doom = (field: Field, around: readonly Field[]): void => {
    if (field.fields === undefined) return;
    const path = [...around, field].filter((each) => !doomed.has(each));
    if (path.length > workbookLimits.nesting) {
      const weakest = path.findLast(({ type }) => type === 'section') ?? field;
      doomed.add(weakest);
    }
    for (const inner of field.fields) doom(inner, [...around, field]);
  };
  for (const field of fields) doom(field, []);

  const settle = (field: Field): Field[] => {
    if (field.fields === undefined) return [field];
    const inner = field.fields.flatMap(settle);
    if (!doomed.has(field)) return inner.length === 0 ? [] : [{ ...field, fields: inner }];
    if (field.type === 'repeat') {
      tell(
        field,
        'too-many',
        sentence`There are ${workbookLimits.nesting} repeats around this one already; it is left out.`,
      );
      return [];
    }
    const message = sentence`There may be ${workbookLimits.nesting} sections and repeats around a field: this one gives way, and its fields stand where it stood.`;
    tell(field, 'section-dissolved', message);
    const { fields: _, ...note } = field;
    const heading: Field[] = field.label === undefined ? [] : [{ ...note, type: 'note' }];
    return [...heading, ...inner.map((each) => ({ ...each, ...relevance(field.relevant, each.relevant) }))];
  };
  return fields.flatMap(settle);
};

/** A field that was in a section is asked when both are. */
const relevance = (outer: string | undefined, inner: string | undefined): Pick<Field, 'relevant'> => {
  if (outer === undefined) return inner === undefined ? {} : { relevant: inner };
  return { relevant: inner === undefined ? outer : `(${outer}) and (${inner})` };
};
