import type { Field } from '#contract/workbook-definition.ts';
import { NOTHING_MORE, sentence } from '#i18n/sentence.ts';
import { quote } from './expression-tokens.ts';
import { asExpression, importExpression } from './import-expression.ts';
import { importRondaDefault } from './import-ronda-members.ts';
import type { Reading } from './import-text.ts';
import { isDynamic, readDefault } from './read-default.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { consume } from './read-table.ts';

/** Reads a calculation. Returns false and reports it if there is none. */
export const importCalculation = (node: FormNode, field: Field, reading: Reading): boolean => {
  const { row, type } = node;
  const special = type.is === 'question' ? type.special : undefined;
  const written =
    importExpression(node, 'calculation', reading) ?? (special === 'today' ? 'today()' : undefined);
  if (written !== undefined) {
    field.calculation = written;
    return true;
  }
  const expression = defaultAsCalculation(node, reading);
  if (expression !== undefined) {
    field.calculation = expression;
    return true;
  }
  const called = node.written === undefined ? NOTHING_MORE : sentence` “${node.written}”`;
  const message = sentence`The field${called} has no calculation that can be imported; it is not imported.`;
  reading.report.add({ sheet: row.sheet, row: row.number }, 'value-invalid', message);
  return false;
};

/** The default of a read-only field as its calculation. */
const defaultAsCalculation = (node: FormNode, reading: Reading): string | undefined => {
  const { row, type } = node;
  const text = consume(row, 'default');
  if (text === undefined) return undefined;
  const asked = type.is === 'question' || type.is === 'select' ? type.type : 'text';
  if (!isDynamic({ type: asked }, text))
    return (asked === 'integer' || asked === 'decimal') && /^-?\d+(\.\d+)?$/.test(text) ? text : quote(text);
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'default') };
  const message = sentence`The value is recalculated at every change, not only at the start.`;
  reading.report.add(place, 'type-changed', message);
  return asExpression(node, 'default', text, reading);
};

export const importDefault = (
  node: FormNode,
  field: Field,
  values: ReadonlyMap<string, string>,
  reading: Reading,
): void => {
  if (importRondaDefault(node, field, values, reading)) return;
  const text = consume(node.row, 'default');
  if (text === undefined) return;
  const place = { sheet: node.row.sheet, row: node.row.number, column: columnOf(node.row, 'default') };
  const value = readDefault(field, text, values);
  if ('reason' in value) {
    reading.report.add(place, 'value-invalid', sentence`The default is not a valid answer: ${value.reason}`);
  } else if ('answer' in value) {
    field.default = value.answer;
    if (value.message !== undefined) reading.report.add(place, 'time-zone-assumed', value.message);
  } else {
    const calculation = asExpression(node, 'default', value.expression, reading);
    if (calculation !== undefined) field.default = { calculation };
  }
};
