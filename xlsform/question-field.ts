import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
import type { ChoiceBudget } from './choice-budget.ts';
import { determineFieldType } from './determine-field-type.ts';
import { importBounds } from './import-bounds.ts';
import { importConstraint } from './import-constraint.ts';
import { importCalculation, importDefault } from './import-default.ts';
import { importExpression, importRequired } from './import-expression.ts';
import { importLabels } from './import-labels.ts';
import { importRondaProperties } from './import-ronda-properties.ts';
import type { ImportContext } from './import-text.ts';
import type { ChoiceList, ChoiceLists } from './read-choices.ts';
import type { FormNode } from './read-survey.ts';
import { createCellLocation, createRowLocation } from './read-table.ts';
import { reportUnusedCells } from './report-unused-cells.ts';

export type FieldImportContext = ImportContext & {
  choices: ChoiceLists;
  externalChoices: ChoiceLists;
  choiceBudget: ChoiceBudget;
};

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** If the question cannot be imported, reports the reason and returns undefined. */
export const buildQuestionField = (node: FormNode, context: FieldImportContext): Field | undefined => {
  const { row } = node;
  const field: Field = { name: node.name, type: determineFieldType(node, context) };
  Object.assign(field, importLabels(node, context));
  const list = node.type.kind === 'select' ? importList(node, field, context) : undefined;
  if (list === null) return undefined;

  if (canHaveProperty(field.type, 'required')) {
    const required = importRequired(node, 'required', context);
    if (required !== undefined) field.required = required;
  }
  const relevant = importExpression(node, 'relevant', context);
  if (relevant !== undefined) field.relevant = relevant;
  importBounds(node, field, context);
  if (canHaveProperty(field.type, 'constraint')) importConstraint(node, field, context);
  importRondaProperties(node, field, context);
  if (field.type === 'calculated' && !importCalculation(node, field, context)) return undefined;
  if (canHaveProperty(field.type, 'default')) importDefault(node, field, list?.values ?? NO_VALUES, context);
  reportUnusedCells(row, context.report, field.type);
  return field;
};

/** If the list of choices is missing, reports the reason and returns null. */
const importList = (
  node: FormNode,
  field: Field,
  context: FieldImportContext,
): ChoiceList | undefined | null => {
  const { row, type } = node;
  if (type.kind !== 'select' || type.source === 'other-file') return undefined;
  const list = (type.source === 'choices' ? context.choices : context.externalChoices).get(type.list);
  const isSelected = field.type === 'singleChoice' || field.type === 'multiChoice';
  if (!isSelected && field.type !== 'boolean') return list;
  if (list === undefined || list.choices.length === 0) {
    const question = node.formName ?? node.name;
    const message =
      list === undefined
        ? msg`The list “${type.list}” does not exist, so the question “${question}” is not imported.`
        : msg`The list “${type.list}” has no choices, so the question “${question}” is not imported.`;
    context.report.add(createRowLocation(row), 'list-unknown', message);
    return null;
  }
  if (isSelected && !context.choiceBudget.reserve(list.choices)) {
    const message = msg`The workbook would become too large with this question's choices; the question is not imported.`;
    context.report.add(createRowLocation(row), 'too-many', message);
    return null;
  }
  list.isUsed = true;
  if (!isSelected) return list;
  field.choices = list.choices;
  if (type.hasOther) addOther(node, field, context);
  const filter = importExpression(node, 'choice_filter', context, list.attributes);
  if (filter !== undefined) field.choiceFilter = filter;
  return list;
};

const addOther = ({ row }: FormNode, field: Field, { report }: FieldImportContext): void => {
  const choices = field.choices ?? [];
  const location = createCellLocation(row, 'type');
  if (choices.some(({ value }) => value === 'other')) return;
  if (choices.length >= workbookLimits.choices) {
    const message = msg`A list may have at most ${workbookLimits.choices} choices: the choice “other” is not added.`;
    report.add(location, 'too-many', message);
    return;
  }
  const languages = new Set(
    choices.flatMap(({ label }) => (typeof label === 'object' ? Object.keys(label) : [])),
  );
  const label =
    languages.size === 0 ? 'Other' : Object.fromEntries([...languages].map((tag) => [tag, 'Other']));
  field.choices = [...choices, { value: 'other', label }];
  const message = msg`or_other becomes a choice “other” and a text field for details, both with English labels.`;
  report.add(location, 'other-added', message);
};
