import type { Field } from '#contract/workbook-definition.ts';
import { sentence } from '#i18n/sentence.ts';
import { bothTrue, boundConstraint, withoutBounds } from './bound-constraint.ts';
import { hasOwnBounds } from './import-bounds.ts';
import { fitExpression, importExpression } from './import-expression.ts';
import { fitText } from './import-labels.ts';
import { importText, type Reading } from './import-text.ts';
import { columnOf, type FormNode } from './read-survey.ts';

const ACKNOWLEDGED = '. = true()';
const ONLY_DIGITS = "regex(., '^\\d*$')";

/** Reads the constraint of the form, and the one that the type of the question implies. */
export const importConstraint = (node: FormNode, field: Field, reading: Reading): void => {
  const { row, type } = node;
  const special = type.is === 'question' ? type.special : undefined;
  const bounds = hasOwnBounds(row) ? boundConstraint(field) : undefined;
  const constraint = withoutBounds(importExpression(node, 'constraint', reading), bounds);
  const isAcknowledged = special === 'acknowledge' && field.required === true;
  const implied = isAcknowledged ? ACKNOWLEDGED : special === 'phone number' ? ONLY_DIGITS : undefined;
  const both = bothTrue(implied ?? importCount(node, reading), constraint);
  // If both together are too long, use the constraint of the form.
  const whole = both && (fitExpression(node, 'constraint', both, reading) ?? constraint);
  if (whole === undefined) return;
  field.constraint = whole;
  const column = isAcknowledged && constraint === undefined ? 'required_message' : 'constraint_message';
  const message = importText(row, column, reading, node);
  if (message !== undefined) field.constraintMessage = fitText(message, row, column, reading.report);
};

/** Imports a repeat count as a constraint on the number of entries. */
const importCount = (node: FormNode, reading: Reading): string | undefined => {
  const { row, type } = node;
  if (type.is !== 'begin' || type.container !== 'repeat') return undefined;
  const count = importExpression(node, 'repeat_count', reading);
  if (count === undefined) return undefined;
  const operand = /^(\d+|\$\{\w+\})$/.test(count) ? count : `(${count})`;
  const constraint = fitExpression(node, 'repeat_count', `count(.) = ${operand}`, reading);
  if (constraint === undefined) return undefined;
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'repeat_count') };
  const message = sentence`Inspectors add entries to a repeat themselves; a constraint requires this number of entries.`;
  reading.report.add(place, 'constraint-added', message);
  return constraint;
};
