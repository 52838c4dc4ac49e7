import type { Field } from '#contract/workbook-definition.ts';
import { msg } from '#i18n/message.ts';
import { buildBoundConstraint, joinConditions, removeBounds } from './bound-constraint.ts';
import { hasRondaBounds } from './import-bounds.ts';
import { fitExpression, importExpression } from './import-expression.ts';
import { fitText } from './import-labels.ts';
import { type ImportContext, importText } from './import-text.ts';
import type { FormNode } from './read-survey.ts';
import { createCellLocation } from './read-table.ts';

const ACKNOWLEDGED_CONSTRAINT = '. = true()';
const ONLY_DIGITS_CONSTRAINT = "regex(., '^\\d*$')";

/** Joins the form's constraint with the one that the question type requires. */
export const importConstraint = (node: FormNode, field: Field, context: ImportContext): void => {
  const { row, type } = node;
  const specialType = type.kind === 'question' ? type.specialType : undefined;
  const boundConstraint = hasRondaBounds(row) ? buildBoundConstraint(field) : undefined;
  const constraint = removeBounds(importExpression(node, 'constraint', context), boundConstraint);
  const isAcknowledged = specialType === 'acknowledge' && field.required === true;
  const phoneNumberConstraint = specialType === 'phone number' ? ONLY_DIGITS_CONSTRAINT : undefined;
  const typeConstraint = isAcknowledged ? ACKNOWLEDGED_CONSTRAINT : phoneNumberConstraint;
  const joinedConstraint = joinConditions(typeConstraint ?? importCount(node, context), constraint);
  // If the joined constraint is too long, falls back to the form's.
  const fittingConstraint =
    joinedConstraint && (fitExpression(node, 'constraint', joinedConstraint, context) ?? constraint);
  if (fittingConstraint === undefined) return;
  field.constraint = fittingConstraint;
  const column = isAcknowledged && constraint === undefined ? 'required_message' : 'constraint_message';
  const message = importText(row, column, context, node);
  if (message !== undefined) field.constraintMessage = fitText(message, row, column, context.report);
};

/** A repeat count becomes a constraint on the number of instances. */
const importCount = (node: FormNode, context: ImportContext): string | undefined => {
  const { row, type } = node;
  if (type.kind !== 'begin' || type.container !== 'repeat') return undefined;
  const count = importExpression(node, 'repeat_count', context);
  if (count === undefined) return undefined;
  const operand = /^(\d+|\$\{\w+\})$/.test(count) ? count : `(${count})`;
  const constraint = fitExpression(node, 'repeat_count', `count(.) = ${operand}`, context);
  if (constraint === undefined) return undefined;
  const message = msg`Inspectors add entries to a repeat themselves; a constraint requires this number of entries.`;
  context.report.add(createCellLocation(row, 'repeat_count'), 'constraint-added', message);
  return constraint;
};
