import { workbookLimits } from '#contract/workbook-limits.ts';
import { bindExpression } from './expressions/bind-expression.ts';
import { readCost } from './expressions/budget.ts';
import type { Scope } from './expressions/scope.ts';
import { asText } from './expressions/text-functions.ts';
import type { Evaluate } from './expressions/value.ts';
import type { RenderText } from './form.ts';

/** Includes the spaces around the name: matching them separately took a minute on a hint of 4,000 spaces. */
const REFERENCE_PATTERN = /\$\{([^{}]*)\}/g;

export const findReferences = (text: string): { reference: string; name: string; index: number }[] =>
  Array.from(text.matchAll(REFERENCE_PATTERN), ({ 0: reference, 1: name, index }) => ({
    reference,
    name: name!.trim(),
    index,
  }));

/**
 * Compiles text in which `${Name}` stands for a value, as in XLSForm. Throws an ExpressionError for unknown fields
 * and for values that cannot be converted to text.
 */
export const compileText = (text: string, scope: Scope): RenderText => {
  const parts: (string | Evaluate)[] = [];
  let end = 0;
  for (const { reference, name, index } of findReferences(text)) {
    parts.push(text.slice(end, index));
    parts.push(asText(bindExpression({ kind: 'reference', position: index, name }, scope)));
    end = index + reference.length;
  }
  if (end === 0) return () => text;
  parts.push(text.slice(end));
  return (frame, evaluation) => {
    let result = '';
    for (const part of parts) {
      const next = typeof part === 'string' ? part : (part(frame, evaluation) as string);
      evaluation.budget.spend(1 + readCost(next));
      result += next;
      // A thousand references to a long answer would produce 32 MB.
      if (result.length > workbookLimits.longText) return `${result.slice(0, workbookLimits.longText)}…`;
    }
    return result;
  };
};
