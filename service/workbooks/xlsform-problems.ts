import { Problem } from '#service/problem.ts';

export const formUnreadable = (why: string) => new Problem('invalid', why);

export const versionNotFound = (workbookId: string, versionId: string) =>
  new Problem('missing', `The workbook '${workbookId}' has no version '${versionId}'.`);
