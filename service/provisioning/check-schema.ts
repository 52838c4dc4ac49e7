import { ProvisionFile } from '#contract/provision.ts';
import { toEnglish, verbatim } from '#i18n/message.ts';
import type { Issue } from '#service/shape/issue.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';

const findIssues = createSchemaCheck(ProvisionFile, {
  documentName: verbatim('The file'),
  secretFields: ['password', 'clientSecret'],
});

export const findSchemaErrors = (value: unknown): { issues: Issue[]; isTruncated: boolean } => {
  const { issues, isTruncated } = findIssues(value);
  return { issues: issues.map(({ path, message }) => ({ path, message: toEnglish(message) })), isTruncated };
};
