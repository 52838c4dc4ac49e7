import { ProvisionFile } from '#contract/provision.ts';
import { inEnglish, verbatim } from '#i18n/sentence.ts';
import type { Issue } from '#service/shape/issue.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';

const findIssues = createSchemaCheck(ProvisionFile, {
  whole: verbatim('The file'),
  secrets: ['password', 'clientSecret'],
});

export const findSchemaErrors = (value: unknown): { issues: Issue[]; isTruncated: boolean } => {
  const { issues, isTruncated } = findIssues(value);
  return { issues: issues.map(({ path, message }) => ({ path, message: inEnglish(message) })), isTruncated };
};
