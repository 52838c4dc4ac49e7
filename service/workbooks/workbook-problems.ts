import { MAX_VERSION_CODE } from '#contract/workbook-management.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { didYouMean, invalidField, invalidRequest, Problem } from '#service/problem.ts';

export const versionIsImmutable = (workbook: string, versionCode: number) =>
  new Problem(
    'conflict',
    sentence`The workbook '${workbook}' already has a version ${versionCode} with other fields or another version number, and tasks may use it. Add your change as a new version with a new versionCode.`,
  );

/** The same error for unknown, malformed and invisible IDs. */
export const workbookNotFound = (id: string) =>
  new Problem('missing', sentence`There is no workbook with the id '${id.slice(0, 80)}'.`);

export const workbookNameTaken = (name: string) =>
  new Problem(
    'conflict',
    sentence`There is already a workbook with the name '${name}' (names are not case-sensitive).`,
  );

export const workbookOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`The workbook '${name}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const workbookHasVersions = (name: string, count: number) =>
  new Problem(
    'conflict',
    count === 1
      ? sentence`The workbook '${name}' cannot be deleted: it has 1 version (including deleted ones), which tasks and inspections may use. Delete the version instead, so that new tasks cannot use it.`
      : sentence`The workbook '${name}' cannot be deleted: it has ${count} versions (including deleted ones), which tasks and inspections may use. Delete the versions instead, so that new tasks cannot use them.`,
  );

export const contentTypeUnknown = (value: string, nearest: string | undefined) =>
  invalidField(
    'contentType',
    sentence`There is no content type with the name or id '${value}'.${didYouMean(nearest)}`,
  );

export const versionNotFound = (id: string) =>
  new Problem('missing', sentence`The workbook has no version with the id '${id.slice(0, 80)}'.`);

export const versionCodeNotFound = (versionCode: number) =>
  new Problem('missing', sentence`The workbook has no version with the versionCode ${versionCode}.`);

export const versionOutdated = (versionCode: number, revision: number) =>
  new Problem(
    'outdated',
    sentence`The version ${versionCode} has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const versionDeleted = (versionCode: number) =>
  new Problem('conflict', sentence`The version ${versionCode} is deleted. Restore it before you edit it.`);

export const versionCodeTooLow = (value: number, highest: number) =>
  new Problem(
    'conflict',
    sentence`The versionCode must be higher than ${highest}, the code of the latest version; ${value} was given. Omit it to use the next code.`,
  );

export const versionCodesExhausted = () =>
  new Problem(
    'conflict',
    sentence`The workbook has reached the highest versionCode, ${MAX_VERSION_CODE}. Create a new workbook with the same fields.`,
  );

type UnknownId = { id: string; position: number };

export const teamIdsUnknown = (ids: readonly UnknownId[]) =>
  idsUnknown('teamIds', ids, (id) => sentence`There is no team with the id '${id}'.`);

export const workbookIdsUnknown = (ids: readonly UnknownId[]) =>
  idsUnknown('workbookIds', ids, (id) => sentence`There is no workbook with the id '${id}'.`);

const idsUnknown = (member: string, ids: readonly UnknownId[], messageOf: (id: string) => Sentence) =>
  invalidRequest(
    ids.map(({ id, position }) => ({ message: messageOf(id), members: [`${member}[${position}]`] })),
  );

export const teamsOutdated = () =>
  new Problem('outdated', sentence`The teams of this workbook have been changed. Reload them and try again.`);

export const workbooksOutdated = () =>
  new Problem('outdated', sentence`The workbooks of this team have been changed. Reload them and try again.`);
