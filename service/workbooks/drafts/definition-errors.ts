import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Database } from '#service/database/connect.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { formatPath } from '#service/shape/issue.ts';
import { checkAndCompileInSteps } from '#workbook-engine/check-definition.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';
import { findFollowUpErrors } from './follow-up-errors.ts';

/** Returns schema violations or, if there are none, other errors. */
export const findDefinitionErrors = async (
  db: Database,
  tenantId: number,
  fields: readonly unknown[],
): Promise<LocalizableIssue[]> => {
  const { checkShapeInSteps } = await import('./definition-shape.ts');
  const { issues: shapeErrors } = await runInSlices(checkShapeInSteps({ fields }));
  if (shapeErrors.length > 0) {
    return shapeErrors
      .slice(0, workbookLimits.errors)
      .map(({ path, message }) => ({ path: formatPath(path), message }));
  }
  const definition = { fields: fields as Field[] };
  const { issues: engineErrors } = await runInSlices(checkAndCompileInSteps(definition));
  const errors = [...engineErrors, ...(await findFollowUpErrors(db, tenantId, definition.fields))];
  return errors.slice(0, workbookLimits.errors);
};
