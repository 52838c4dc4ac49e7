import type { Field } from '#contract/workbook-definition.ts';
import { sentence } from '#i18n/sentence.ts';
import { buildBoundConstraint, joinConditions, removeBounds } from './bound-constraint.ts';
import { hasRondaBounds } from './import-bounds.ts';
import { fitExpression, importExpression } from './import-expression.ts';
import { fitText } from './import-labels.ts';
import { type ImportContext, importText } from './import-text.ts';
import type { FormNode } from './read-survey.ts';
import { createCellLocation } from './read-table.ts';

const ACKNOWLEDGED = '. = true()';
const ONLY_DIGITS = "regex(., '^\\d*$')";

/** Imports the form's constraint, combined with the one implied by the question's type. */
export const importConstraint = (node: FormNode, field: Field, context: ImportContext): void => {
  const { row, type } = node;
  const special = type.kind === 'question' ? type.special : undefined;
  const bounds = hasRondaBounds(row) ? buildBoundConstraint(field) : undefined;
  const constraint = removeBounds(importExpression(node, 'constraint', context), bounds);
  const isAcknowledged = special === 'acknowledge' && field.required === true;
  const implied = isAcknowledged ? ACKNOWLEDGED : special === 'phone number' ? ONLY_DIGITS : undefined;
  const both = joinConditions(implied ?? importCount(node, context), constraint);
  // If the combination is too long, only the form's constraint is used.
  const combined = both && (fitExpression(node, 'constraint', both, context) ?? constraint);
  if (combined === undefined) return;
  field.constraint = combined;
  const column = isAcknowledged && constraint === undefined ? 'required_message' : 'constraint_message';
  const message = importText(row, column, context, node);
  if (message !== undefined) field.constraintMessage = fitText(message, row, column, context.report);
};

/** Imports a repeat count as a constraint on the number of entries. */
const importCount = (node: FormNode, context: ImportContext): string | undefined => {
  const { row, type } = node;
  if (type.kind !== 'begin' || type.container !== 'repeat') return undefined;
  const count = importExpression(node, 'repeat_count', context);
  if (count === undefined) return undefined;
  const operand = /^(\d+|\$\{\w+\})$/.test(count) ? count : `(${count})`;
  const constraint = fitExpression(node, 'repeat_count', `count(.) = ${operand}`, context);
  if (constraint === undefined) return undefined;
  const message = sentence`Inspectors add entries to a repeat themselves; a constraint requires this number of entries.`;
  context.report.add(createCellLocation(row, 'repeat_count'), 'constraint-added', message);
  return constraint;
};
