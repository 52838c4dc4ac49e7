import type { Field } from '#contract/workbook-definition.ts';
import { checkAndCompile } from '#workbook-engine/check-definition.ts';
import type { Form } from '#workbook-engine/form.ts';
import { type DraftError, locateErrors } from './draft-errors.ts';
import type { FieldNode } from './draft-tree.ts';
import { compileValidForm, toValidFields } from './valid-fields.ts';

export type ValidatedDraft = {
  readonly nodes: readonly FieldNode[];
  readonly fields: readonly Field[];
  /** Excludes errors that only the server can detect, such as those about teams and other workbooks. */
  readonly errors: readonly DraftError[];
  readonly form: Form;
};

/** Takes 50 ms for 2,000 fields, or twice as long if there are errors. */
export const validateDraft = (nodes: readonly FieldNode[]): ValidatedDraft => {
  const fields = toValidFields(nodes);
  // The engine requires at least one field, but a new workbook has none.
  const { issues, form } = fields.length === 0 ? { issues: [] } : checkAndCompile({ fields });
  return { nodes, fields, errors: locateErrors(nodes, issues), form: form ?? compileValidForm(fields) };
};
