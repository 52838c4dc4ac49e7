import type { Field } from '#contract/workbook-definition.ts';
import { EMPTY_MESSAGE, msg } from '#i18n/message.ts';
import { quote } from './expression-tokens.ts';
import { importExpression, toExpression } from './import-expression.ts';
import { importRondaDefault } from './import-ronda-properties.ts';
import type { ImportContext } from './import-text.ts';
import { isDynamic, parseDefault } from './parse-default.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation, createRowLocation } from './read-table.ts';

/** If there is no calculation, reports the question and returns false. */
export const importCalculation = (node: FormNode, field: Field, context: ImportContext): boolean => {
  const { row, type } = node;
  const specialType = type.kind === 'question' ? type.specialType : undefined;
  const calculation =
    importExpression(node, 'calculation', context) ??
    (specialType === 'today' ? 'today()' : importDefaultAsCalculation(node, context));
  if (calculation !== undefined) {
    field.calculation = calculation;
    return true;
  }
  const name = node.formName === undefined ? EMPTY_MESSAGE : msg` “${node.formName}”`;
  const message = msg`The field${name} has no calculation that can be imported; it is not imported.`;
  context.report.add(createRowLocation(row), 'value-invalid', message);
  return false;
};

const importDefaultAsCalculation = (node: FormNode, context: ImportContext): string | undefined => {
  const { row, type } = node;
  const text = consume(row, 'default');
  if (text === undefined) return undefined;
  const questionType = type.kind === 'question' || type.kind === 'select' ? type.type : 'text';
  if (!isDynamic({ type: questionType }, text))
    return (questionType === 'integer' || questionType === 'decimal') && /^-?\d+(\.\d+)?$/.test(text)
      ? text
      : quote(text);
  const message = msg`The value is recalculated at every change, not only at the start.`;
  context.report.add(createCellLocation(row, 'default'), 'type-changed', message);
  return toExpression(node, 'default', text, context);
};

export const importDefault = (
  node: FormNode,
  field: Field,
  values: ReadonlyMap<string, string>,
  context: ImportContext,
): void => {
  if (importRondaDefault(node, field, values, context)) return;
  const text = consume(node.row, 'default');
  if (text === undefined) return;
  const location = createCellLocation(node.row, 'default');
  const value = parseDefault(field, text, values);
  if ('reason' in value) {
    context.report.add(location, 'value-invalid', msg`The default is not a valid answer: ${value.reason}`);
  } else if ('answer' in value) {
    field.default = value.answer;
    if (value.message !== undefined) context.report.add(location, 'time-zone-assumed', value.message);
  } else {
    const calculation = toExpression(node, 'default', value.expression, context);
    if (calculation !== undefined) field.default = { calculation };
  }
};
