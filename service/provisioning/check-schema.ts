import { ProvisionFile } from '#contract/provision.ts';
import { inEnglish, verbatim } from '#i18n/sentence.ts';
import type { Issue } from '#service/shape/issue.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';

const findIssues = createSchemaCheck(ProvisionFile, {
  whole: verbatim('The file'),
  secrets: ['password', 'clientSecret'],
});

/** Finds violations of the file schema: unknown and missing fields, wrong types, values out of range. */
export const findSchemaErrors = (value: unknown): { issues: Issue[]; isTruncated: boolean } => {
  const { issues, isTruncated } = findIssues(value);
  return { issues: issues.map(({ path, message }) => ({ path, message: inEnglish(message) })), isTruncated };
};
