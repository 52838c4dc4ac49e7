import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Message } from '#i18n/message.ts';
import { ExpressionError } from './expressions/syntax.ts';
import type { LocalizableIssue } from './field-issues.ts';
import { DependentError } from './field-scopes.ts';
import type { FormField } from './form.ts';

export type IssueCollector = {
  add(formField: FormField, property: string, position: number, message: Message): void;
  /** Calls a function. If it throws an ExpressionError, records it as an error in the property. */
  attempt(formField: FormField, property: string, compile: () => void): void;
  listAll(): LocalizableIssue[];
};

/** Stops calling functions once it has the maximum number of errors: their search for similar names is slow. */
export const createIssueCollector = (fields: readonly FormField[]): IssueCollector => {
  const issuesByField = new Map<FormField, LocalizableIssue[]>(fields.map((formField) => [formField, []]));
  let count = 0;
  const add: IssueCollector['add'] = (formField, property, at, message) => {
    count++;
    issuesByField.get(formField)!.push({ path: `${formField.path}.${property}`, message, at });
  };
  return {
    add,
    attempt: (formField, property, compile) => {
      if (count >= workbookLimits.errors) return;
      try {
        compile();
      } catch (error) {
        if (error instanceof ExpressionError)
          add(formField, property, error.position, error.localizableMessage);
        else if (!(error instanceof DependentError)) throw error;
      }
    },
    listAll: () => [...issuesByField.values()].flat(),
  };
};
