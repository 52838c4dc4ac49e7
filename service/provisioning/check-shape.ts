import { ProvisionFile } from '#contract/provision.ts';
import { inEnglish, verbatim } from '#i18n/sentence.ts';
import type { Issue } from '#service/shape/issue.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';

const findIssues = createShapeCheck(ProvisionFile, {
  whole: verbatim('The file'),
  secrets: ['password', 'clientSecret'],
});

/** Finds violations of the file's schema: unknown and missing members, wrong types, values out of range. */
export const shapeErrors = (value: unknown): { issues: Issue[]; isCutShort: boolean } => {
  const { issues, isCutShort } = findIssues(value);
  return { issues: issues.map(({ path, message }) => ({ path, message: inEnglish(message) })), isCutShort };
};
