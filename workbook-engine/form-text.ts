import { workbookLimits } from '#contract/workbook-limits.ts';
import { bindExpression } from './expressions/bind-expression.ts';
import { stepsOf } from './expressions/budget.ts';
import type { Scope } from './expressions/scope.ts';
import { asText } from './expressions/text-functions.ts';
import type { Evaluate } from './expressions/value.ts';
import type { ShowText } from './form.ts';

/** The spaces around the name are not part of the pattern: with them, a hint of 4,000 spaces took a minute. */
const REFERENCE = /\$\{([^{}]*)\}/g;

/** Every `${Name}` in a text, with its name and position. */
export const referencesIn = (text: string): { reference: string; name: string; index: number }[] =>
  Array.from(text.matchAll(REFERENCE), ({ 0: reference, 1: name, index }) => ({
    reference,
    name: name!.trim(),
    index,
  }));

/**
 * Compiles a text for people, in which `${Name}` is replaced with the value of a field, as in XLSForm. Throws
 * ExpressionError for an unknown field, or one whose value cannot be shown as text.
 */
export const compileText = (text: string, scope: Scope): ShowText => {
  const parts: (string | Evaluate)[] = [];
  let written = 0;
  for (const { reference, name, index } of referencesIn(text)) {
    parts.push(text.slice(written, index));
    parts.push(asText(bindExpression({ kind: 'reference', at: index, name }, scope)));
    written = index + reference.length;
  }
  if (written === 0) return () => text;
  parts.push(text.slice(written));
  return (frame, given) => {
    let shown = '';
    for (const part of parts) {
      const next = typeof part === 'string' ? part : (part(frame, given) as string);
      given.budget.spend(1 + stepsOf(next));
      shown += next;
      // A thousand references to a long answer would be 32 MB.
      if (shown.length > workbookLimits.longText) return `${shown.slice(0, workbookLimits.longText)}…`;
    }
    return shown;
  };
};
