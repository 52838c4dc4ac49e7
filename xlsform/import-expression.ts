import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import type { ImportContext } from './import-text.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation } from './read-table.ts';
import { rewriteExpression } from './rewrite-expression.ts';
import { consumeYesNo, isNo, isYes } from './yes-no.ts';

export const importExpression = (
  node: FormNode,
  column: string,
  context: ImportContext,
  attributes?: ReadonlyMap<string, string>,
): string | undefined => {
  const text = consume(node.row, column);
  return text === undefined ? undefined : toExpression(node, column, text, context, attributes);
};

/** Returns undefined if the expression is too long. */
export const toExpression = (
  node: FormNode,
  column: string,
  text: string,
  context: Pick<ImportContext, 'report' | 'names'>,
  attributes?: ReadonlyMap<string, string>,
): string | undefined => {
  if (isYes(text)) return 'true()';
  if (isNo(text)) return 'false()';
  const expression =
    text.length > workbookLimits.expression
      ? text
      : rewriteExpression(text, {
          names: context.names,
          contextNode: node,
          report: (code, message) => context.report.add(createCellLocation(node.row, column), code, message),
          ...(attributes !== undefined && { attributes }),
        });
  return fitExpression(node, column, expression, context);
};

/** If the expression is too long, reports it and returns undefined. */
export const fitExpression = (
  node: FormNode,
  column: string,
  expression: string,
  { report }: Pick<ImportContext, 'report'>,
): string | undefined => {
  if (expression.length <= workbookLimits.expression) return expression;
  const message = msg`The expression has ${expression.length} characters; at most ${workbookLimits.expression} are allowed.`;
  report.add(createCellLocation(node.row, column), 'too-long', message);
  return undefined;
};

export const importRequired = (node: FormNode, column: string, context: ImportContext) =>
  consumeYesNo(node.row, column) ?? importExpression(node, column, context);
