import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { importConstraint } from './import-constraint.ts';
import { importExpression, importRequired } from './import-expression.ts';
import { importLabels } from './import-labels.ts';
import { importRondaMembers } from './import-ronda-members.ts';
import { questionField, type ReadingFields } from './question-field.ts';
import { columnOf, type FormNode, kindOf } from './read-survey.ts';
import type { TableRow } from './read-table.ts';
import { reportRest } from './report-rest.ts';

/** The fields of a form, and the rows from which they are imported. */
export type BuiltFields = { fields: Field[]; rowOf: ReadonlyMap<Field, TableRow> };

export const buildFields = (roots: readonly FormNode[], reading: ReadingFields): BuiltFields => {
  const { report } = reading;
  const rowOf = new Map<Field, TableRow>();
  const built = new Set<FormNode>();

  const fieldOf = (node: FormNode): Field | undefined => {
    if (node.type.is === 'begin') return containerField(node, reading);
    if (node.otherOf === undefined) return questionField(node, reading);
    return built.has(node.otherOf) ? otherField(node, node.otherOf) : undefined;
  };
  const build = (node: FormNode): Field[] => {
    if (node.type.is === 'lost') return [];
    if (built.size >= workbookLimits.fields) {
      const message = sentence`A workbook may have at most ${workbookLimits.fields} fields; the row is not imported.`;
      report.add(placeOf(node), 'too-many', message);
      return node.nodes.flatMap(build);
    }
    const field = fieldOf(node);
    if (field === undefined) return [];
    built.add(node);
    rowOf.set(field, node.row);
    if (node.type.is !== 'begin') return [field];
    const fields = node.nodes.flatMap(build);
    if (fields.length > 0) return [Object.assign(field, { fields })];
    built.delete(node);
    report.add(
      placeOf(node),
      'section-empty',
      sentence`The ${kindOf(node.type)} contains no questions that can be imported, so it is not imported.`,
    );
    return [];
  };
  return { fields: roots.flatMap(build), rowOf };
};

const placeOf = ({ row }: FormNode) => ({ sheet: row.sheet, row: row.number });

const otherField = (node: FormNode, select: FormNode): Field => ({
  name: node.name,
  type: 'text',
  label: 'Specify other.',
  relevant: `selected(\${${select.name}}, 'other')`,
});

const containerField = (node: FormNode, reading: ReadingFields): Field => {
  const { row, type, name } = node;
  const isRepeat = type.is === 'begin' && type.container === 'repeat';
  if (type.is === 'begin' && type.message !== undefined) {
    reading.report.add({ ...placeOf(node), column: columnOf(row, 'type') }, 'not-carried-over', type.message);
  }
  const field: Field = { name, type: isRepeat ? 'repeat' : 'section', ...importLabels(node, reading) };
  const required = isRepeat ? importRequired(node, 'ronda:required', reading) : undefined;
  if (required !== undefined) field.required = required;
  const relevant = importExpression(node, 'relevant', reading);
  if (relevant !== undefined) field.relevant = relevant;
  if (isRepeat) importConstraint(node, field, reading);
  importRondaMembers(node, field, reading);
  reportRest(row, reading.report, field.type);
  return field;
};
