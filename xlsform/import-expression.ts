import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#i18n/sentence.ts';
import type { Reading } from './import-text.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { consume, peek } from './read-table.ts';
import { rewriteExpression } from './rewrite-expression.ts';
import { isNo, isYes } from './yes-no.ts';

/** Reads an expression of a row, converted for Ronda. */
export const importExpression = (
  node: FormNode,
  column: string,
  reading: Reading,
  attributes?: ReadonlyMap<string, string>,
): string | undefined => {
  const text = consume(node.row, column);
  return text === undefined ? undefined : asExpression(node, column, text, reading, attributes);
};

/** Converts a text to an expression; undefined if it is too long. */
export const asExpression = (
  node: FormNode,
  column: string,
  text: string,
  reading: Pick<Reading, 'report' | 'names'>,
  attributes?: ReadonlyMap<string, string>,
): string | undefined => {
  const place = { sheet: node.row.sheet, row: node.row.number, column: columnOf(node.row, column) };
  if (isYes(text)) return 'true()';
  if (isNo(text)) return 'false()';
  const expression =
    text.length > workbookLimits.expression
      ? text
      : rewriteExpression(text, {
          names: reading.names,
          from: node,
          report: (code, message) => reading.report.add(place, code, message),
          ...(attributes !== undefined && { attributes }),
        });
  return fitExpression(node, column, expression, reading);
};

/** Returns the expression, or undefined if it is too long, which is reported. */
export const fitExpression = (
  node: FormNode,
  column: string,
  expression: string,
  { report }: Pick<Reading, 'report'>,
): string | undefined => {
  if (expression.length <= workbookLimits.expression) return expression;
  const place = { sheet: node.row.sheet, row: node.row.number, column: columnOf(node.row, column) };
  const message = sentence`The expression has ${expression.length} characters; at most ${workbookLimits.expression} are allowed.`;
  report.add(place, 'too-long', message);
  return undefined;
};

/** Reads whether an answer is required: true, false, or an expression. */
export const importRequired = (
  node: FormNode,
  column: string,
  reading: Reading,
): boolean | string | undefined => {
  const text = peek(node.row, column);
  if (text === undefined || (!isYes(text) && !isNo(text))) return importExpression(node, column, reading);
  consume(node.row, column);
  return isYes(text);
};
