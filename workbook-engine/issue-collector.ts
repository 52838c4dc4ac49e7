import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Sentence } from '#i18n/sentence.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { LocalizableIssue } from './field-issues.ts';
import { DependentError } from './field-scopes.ts';
import type { FormField } from './form.ts';

export type IssueCollector = {
  add(formField: FormField, property: string, position: number, reason: Sentence): void;
  /** Calls a function. If it throws an ExpressionError, records it as an error in the property. */
  attempt(formField: FormField, property: string, compile: () => void): void;
  /** Returns the errors in field order. */
  listAll(): LocalizableIssue[];
};

/**
 * Once the maximum number of errors is reached, the collector no longer calls any functions, because their search
 * for similar names is slow.
 */
export const createIssueCollector = (fields: readonly FormField[]): IssueCollector => {
  const issuesByField = new Map<FormField, LocalizableIssue[]>(fields.map((formField) => [formField, []]));
  let count = 0;
  const add: IssueCollector['add'] = (formField, property, position, reason) => {
    count++;
    const path = `${formField.path}.${property}`;
    issuesByField.get(formField)!.push({ path, sentence: reason, at: position });
  };
  return {
    add,
    attempt: (formField, property, compile) => {
      if (count >= workbookLimits.errors) return;
      try {
        compile();
      } catch (error) {
        if (error instanceof ExpressionError) add(formField, property, error.position, error.sentence);
        else if (!(error instanceof DependentError)) throw error;
      }
    },
    listAll: () => [...issuesByField.values()].flat(),
  };
};
