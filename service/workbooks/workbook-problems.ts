import { Problem } from '#service/problem.ts';

export const versionIsImmutable = (workbook: string, versionCode: number) =>
  new Problem(
    'conflict',
    `The version ${versionCode} of the workbook '${workbook}' is there already with another version text or other ` +
      'fields, and work may run on it: make the change a new version, with a versionCode of its own.',
  );
