import type { Field } from '#contract/workbook-definition.ts';
import { sentence } from '#sentences/sentence.ts';
import { quote } from './expression-tokens.ts';
import { isDynamic, readDefault } from './read-default.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { take } from './read-table.ts';
import { asExpression, takeExpression } from './take-expression.ts';
import { takeOwnDefault } from './take-own-members.ts';
import type { Reading } from './take-text.ts';

/** Whether a calculated field has something to calculate. */
export const takeCalculation = (node: FormNode, field: Field, reading: Reading): boolean => {
  const { row, type } = node;
  const special = type.is === 'question' ? type.special : undefined;
  const written =
    takeExpression(node, 'calculation', reading) ?? (special === 'today' ? 'today()' : undefined);
  if (written !== undefined) {
    field.calculation = written;
    return true;
  }
  const expression = defaultAsCalculation(node, reading);
  if (expression !== undefined) {
    field.calculation = expression;
    return true;
  }
  const called = node.written === undefined ? '' : ` “${node.written}”`;
  const message = sentence`The field${called} has no calculation that could be carried over, and is left out.`;
  reading.report.tell({ sheet: row.sheet, row: row.number }, 'value-refused', message);
  return false;
};

/** What a field that nobody can answer has as its default is its value. */
const defaultAsCalculation = (node: FormNode, reading: Reading): string | undefined => {
  const { row, type } = node;
  const text = take(row, 'default');
  if (text === undefined) return undefined;
  const asked = type.is === 'question' || type.is === 'select' ? type.type : 'text';
  if (!isDynamic({ type: asked }, text))
    return (asked === 'integer' || asked === 'decimal') && /^-?\d+(\.\d+)?$/.test(text) ? text : quote(text);
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'default') };
  const message = sentence`It is worked out anew whenever something changes, and not only at the start.`;
  reading.report.tell(place, 'type-changed', message);
  return asExpression(node, 'default', text, reading);
};

export const takeDefault = (
  node: FormNode,
  field: Field,
  values: ReadonlyMap<string, string>,
  reading: Reading,
): void => {
  if (takeOwnDefault(node, field, values, reading)) return;
  const text = take(node.row, 'default');
  if (text === undefined) return;
  const place = { sheet: node.row.sheet, row: node.row.number, column: columnOf(node.row, 'default') };
  const value = readDefault(field, text, values);
  if ('why' in value) {
    reading.report.tell(place, 'value-refused', sentence`The default is no possible answer: ${value.why}`);
  } else if ('answer' in value) {
    field.default = value.answer;
    if (value.told !== undefined) reading.report.tell(place, 'zone-assumed', value.told);
  } else {
    const calculation = asExpression(node, 'default', value.expression, reading);
    if (calculation !== undefined) field.default = { calculation };
  }
};
