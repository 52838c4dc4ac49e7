import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Sentence } from '#i18n/sentence.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { FoundIssue } from './field-issues.ts';
import { DependentError } from './field-scopes.ts';
import type { FormField } from './form.ts';

/** Collects errors in members of fields, and returns them in the order of the fields. */
export type IssueCollector = {
  add(placed: FormField, member: string, at: number, reason: Sentence): void;
  /** Runs work on a member, and records an ExpressionError as an error in that member. */
  during(placed: FormField, member: string, work: () => void): void;
  all(): FoundIssue[];
};

/** Beyond the maximum number of errors, work is skipped: searching for similar names is slow. */
export const collectIssues = (fields: readonly FormField[]): IssueCollector => {
  const byField = new Map<FormField, FoundIssue[]>(fields.map((placed) => [placed, []]));
  let count = 0;
  const add: IssueCollector['add'] = (placed, member, at, reason) => {
    count++;
    byField.get(placed)!.push({ path: `${placed.path}.${member}`, sentence: reason, at });
  };
  return {
    add,
    during: (placed, member, work) => {
      if (count >= workbookLimits.errors) return;
      try {
        work();
      } catch (error) {
        if (error instanceof ExpressionError) add(placed, member, error.at, error.sentence);
        else if (!(error instanceof DependentError)) throw error;
      }
    },
    all: () => [...byField.values()].flat(),
  };
};
