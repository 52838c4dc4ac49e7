import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import { importConstraint } from './import-constraint.ts';
import { importExpression, importRequired } from './import-expression.ts';
import { importLabels } from './import-labels.ts';
import { importRondaProperties } from './import-ronda-properties.ts';
import { buildQuestionField, type FieldImportContext } from './question-field.ts';
import { describeKind, type FormNode } from './read-survey.ts';
import { createCellLocation, createRowLocation, type TableRow } from './read-table.ts';
import { reportUnusedCells } from './report-unused-cells.ts';

export type BuiltFields = { fields: Field[]; rowsByField: ReadonlyMap<Field, TableRow> };

export const buildFields = (roots: readonly FormNode[], context: FieldImportContext): BuiltFields => {
  const { report } = context;
  const rowsByField = new Map<Field, TableRow>();
  const builtNodes = new Set<FormNode>();

  const buildField = (node: FormNode): Field | undefined => {
    if (node.type.kind === 'begin') return buildContainerField(node, context);
    if (node.orOtherSelect === undefined) return buildQuestionField(node, context);
    return builtNodes.has(node.orOtherSelect) ? buildOtherField(node, node.orOtherSelect) : undefined;
  };
  const build = (node: FormNode): Field[] => {
    if (node.type.kind === 'unsupported') return [];
    if (builtNodes.size >= workbookLimits.fields) {
      const message = msg`A workbook may have at most ${workbookLimits.fields} fields; the row is not imported.`;
      report.add(createRowLocation(node.row), 'too-many', message);
      return node.children.flatMap(build);
    }
    const field = buildField(node);
    if (field === undefined) return [];
    builtNodes.add(node);
    rowsByField.set(field, node.row);
    if (node.type.kind !== 'begin') return [field];
    const fields = node.children.flatMap(build);
    if (fields.length > 0) return [Object.assign(field, { fields })];
    builtNodes.delete(node);
    report.add(
      createRowLocation(node.row),
      'section-empty',
      msg`The ${describeKind(node.type)} contains no questions that can be imported, so it is not imported.`,
    );
    return [];
  };
  return { fields: roots.flatMap(build), rowsByField };
};

const buildOtherField = (node: FormNode, select: FormNode): Field => ({
  name: node.name,
  type: 'text',
  label: 'Specify other.',
  relevant: `selected(\${${select.name}}, 'other')`,
});

const buildContainerField = (node: FormNode, context: FieldImportContext): Field => {
  const { row, type, name } = node;
  const isRepeat = type.kind === 'begin' && type.container === 'repeat';
  if (type.kind === 'begin' && type.message !== undefined) {
    context.report.add(createCellLocation(row, 'type'), 'not-carried-over', type.message);
  }
  const field: Field = { name, type: isRepeat ? 'repeat' : 'section', ...importLabels(node, context) };
  const required = isRepeat ? importRequired(node, 'ronda:required', context) : undefined;
  if (required !== undefined) field.required = required;
  const relevant = importExpression(node, 'relevant', context);
  if (relevant !== undefined) field.relevant = relevant;
  if (isRepeat) importConstraint(node, field, context);
  importRondaProperties(node, field, context);
  reportUnusedCells(row, context.report, field.type);
  return field;
};
