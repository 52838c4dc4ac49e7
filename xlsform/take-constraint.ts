import type { Field } from '#contract/workbook-definition.ts';
import { sentence } from '#sentences/sentence.ts';
import { bothTrue, boundConstraint, withoutBounds } from './bound-constraint.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { hasOwnBounds } from './take-bounds.ts';
import { fitExpression, takeExpression } from './take-expression.ts';
import { fitText } from './take-labels.ts';
import { type Reading, takeText } from './take-text.ts';

const ACKNOWLEDGED = '. = true()';
const ONLY_DIGITS = "regex(., '^\\d*$')";

/** What must be true of an answer: what the form says, and what it means by the type of the question. */
export const takeConstraint = (node: FormNode, field: Field, reading: Reading): void => {
  const { row, type } = node;
  const special = type.is === 'question' ? type.special : undefined;
  const bounds = hasOwnBounds(row) ? boundConstraint(field) : undefined;
  const constraint = withoutBounds(takeExpression(node, 'constraint', reading), bounds);
  const isAcknowledged = special === 'acknowledge' && field.required === true;
  const implied = isAcknowledged ? ACKNOWLEDGED : special === 'phone number' ? ONLY_DIGITS : undefined;
  const both = bothTrue(implied ?? takeCount(node, reading), constraint);
  // Together they may be too long: what the form itself says comes first.
  const whole = both && (fitExpression(node, 'constraint', both, reading) ?? constraint);
  if (whole === undefined) return;
  field.constraint = whole;
  const column = isAcknowledged && constraint === undefined ? 'required_message' : 'constraint_message';
  const message = takeText(row, column, reading, node);
  if (message !== undefined) field.constraintMessage = fitText(message, row, column, reading.report);
};

/** A repeat has as many entries as the inspector makes; that it must be a certain number can be asked of it. */
const takeCount = (node: FormNode, reading: Reading): string | undefined => {
  const { row, type } = node;
  if (type.is !== 'begin' || type.container !== 'repeat') return undefined;
  const count = takeExpression(node, 'repeat_count', reading);
  if (count === undefined) return undefined;
  const operand = /^(\d+|\$\{\w+\})$/.test(count) ? count : `(${count})`;
  const constraint = fitExpression(node, 'repeat_count', `count(.) = ${operand}`, reading);
  if (constraint === undefined) return undefined;
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'repeat_count') };
  const message = sentence`A repeat has as many entries as the inspector makes; its constraint asks that they are so many.`;
  reading.report.tell(place, 'said-otherwise', message);
  return constraint;
};
