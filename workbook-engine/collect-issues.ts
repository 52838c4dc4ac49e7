import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Sentence } from '#i18n/sentence.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { LocalizableIssue } from './field-issues.ts';
import { DependentError } from './field-scopes.ts';
import type { FormField } from './form.ts';

/** Collects errors in the members of fields. */
export type IssueCollector = {
  add(formField: FormField, member: string, at: number, reason: Sentence): void;
  /** Calls a function and records its ExpressionError as an error in the member. */
  attempt(formField: FormField, member: string, work: () => void): void;
  /** The errors in the order of the fields. */
  all(): LocalizableIssue[];
};

/** Skips work once the maximum number of errors is reached: searching for similar names is slow. */
export const collectIssues = (fields: readonly FormField[]): IssueCollector => {
  const byField = new Map<FormField, LocalizableIssue[]>(fields.map((formField) => [formField, []]));
  let count = 0;
  const add: IssueCollector['add'] = (formField, member, at, reason) => {
    count++;
    byField.get(formField)!.push({ path: `${formField.path}.${member}`, sentence: reason, at });
  };
  return {
    add,
    attempt: (formField, member, work) => {
      if (count >= workbookLimits.errors) return;
      try {
        work();
      } catch (error) {
        if (error instanceof ExpressionError) add(formField, member, error.at, error.sentence);
        else if (!(error instanceof DependentError)) throw error;
      }
    },
    all: () => [...byField.values()].flat(),
  };
};
