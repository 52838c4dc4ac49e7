import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Sentence } from '#i18n/sentence.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { LocalizableIssue } from './field-issues.ts';
import { DependentError } from './field-scopes.ts';
import type { FormField } from './form.ts';

export type IssueCollector = {
  add(formField: FormField, property: string, position: number, reason: Sentence): void;
  /** Calls a function and records its ExpressionError as an error in the property. */
  attempt(formField: FormField, property: string, work: () => void): void;
  /** The errors in field order. */
  all(): LocalizableIssue[];
};

/**
 * The collector skips work once the maximum number of errors is reached, because searching for similar names
 * is slow.
 */
export const collectIssues = (fields: readonly FormField[]): IssueCollector => {
  const byField = new Map<FormField, LocalizableIssue[]>(fields.map((formField) => [formField, []]));
  let count = 0;
  const add: IssueCollector['add'] = (formField, property, position, reason) => {
    count++;
    byField.get(formField)!.push({ path: `${formField.path}.${property}`, sentence: reason, at: position });
  };
  return {
    add,
    attempt: (formField, property, work) => {
      if (count >= workbookLimits.errors) return;
      try {
        work();
      } catch (error) {
        if (error instanceof ExpressionError) add(formField, property, error.position, error.sentence);
        else if (!(error instanceof DependentError)) throw error;
      }
    },
    all: () => [...byField.values()].flat(),
  };
};
