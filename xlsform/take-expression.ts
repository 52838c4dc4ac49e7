import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { peek, take } from './read-table.ts';
import { rewriteExpression } from './rewrite-expression.ts';
import type { Reading } from './take-text.ts';
import { isNo, isYes } from './yes-no.ts';

/** An expression of a node's row, as Ronda writes it. */
export const takeExpression = (
  node: FormNode,
  column: string,
  reading: Reading,
  attributes?: ReadonlyMap<string, string>,
): string | undefined => {
  const text = take(node.row, column);
  return text === undefined ? undefined : asExpression(node, column, text, reading, attributes);
};

/** A text of a node's row as an expression; undefined when it is too long for one. */
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
          tell: (code, message) => reading.report.tell(place, code, message),
          ...(attributes !== undefined && { attributes }),
        });
  return fitExpression(node, column, expression, reading);
};

/** An expression of a node's row; undefined, which is told, when it is too long for one. */
export const fitExpression = (
  node: FormNode,
  column: string,
  expression: string,
  { report }: Pick<Reading, 'report'>,
): string | undefined => {
  if (expression.length <= workbookLimits.expression) return expression;
  const place = { sheet: node.row.sheet, row: node.row.number, column: columnOf(node.row, column) };
  const message = sentence`It has ${expression.length} characters; an expression may have ${workbookLimits.expression}.`;
  report.tell(place, 'too-long', message);
  return undefined;
};

/** Whether an answer is required: yes, no, or when an expression says so. */
export const takeRequired = (
  node: FormNode,
  column: string,
  reading: Reading,
): boolean | string | undefined => {
  const text = peek(node.row, column);
  if (text === undefined || (!isYes(text) && !isNo(text))) return takeExpression(node, column, reading);
  take(node.row, column);
  return isYes(text);
};
