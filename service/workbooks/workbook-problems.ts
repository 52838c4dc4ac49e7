import { workbookLimits } from '#contract/workbook-limits.ts';
import { MAX_VERSION_CODE } from '#contract/workbook-management.ts';
import { type Message, msg } from '#i18n/message.ts';
import { didYouMean, invalidField, invalidRequest, Problem } from '#service/problem.ts';

export const versionIsImmutable = (workbook: string, versionCode: number) =>
  new Problem(
    'conflict',
    msg`The workbook '${workbook}' already has a version ${versionCode} with other fields or another version number, and tasks may use it. Add your change as a new version with a new versionCode.`,
  );

/** Returns the same error for unknown, malformed and invisible IDs. */
export const workbookNotFound = (id: string) =>
  new Problem('missing', msg`There is no workbook with the ID '${id.slice(0, 80)}'.`);

export const workbookNameTaken = (name: string) =>
  new Problem(
    'conflict',
    msg`There is already a workbook with the name '${name}' (names are not case-sensitive).`,
  );

export const workbookOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    msg`The workbook '${name}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const workbookHasVersions = (name: string, count: number) =>
  new Problem(
    'conflict',
    count === 1
      ? msg`The workbook '${name}' cannot be deleted: it has 1 version (including deleted ones), which tasks and inspections may use. Delete the version instead, so that new tasks cannot use it.`
      : msg`The workbook '${name}' cannot be deleted: it has ${count} versions (including deleted ones), which tasks and inspections may use. Delete the versions instead, so that new tasks cannot use them.`,
  );

export const unknownContentType = (value: string, nearest: string | undefined) =>
  invalidField(
    'contentType',
    msg`There is no content type with the name or ID '${value}'.${didYouMean(nearest)}`,
  );

export const versionNotFound = (id: string) =>
  new Problem('missing', msg`The workbook has no version with the ID '${id.slice(0, 80)}'.`);

export const versionCodeNotFound = (versionCode: number) =>
  new Problem('missing', msg`The workbook has no version with the versionCode ${versionCode}.`);

export const versionOutdated = (versionCode: number, revision: number) =>
  new Problem(
    'outdated',
    msg`The version ${versionCode} has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const versionDeleted = (versionCode: number) =>
  new Problem('conflict', msg`The version ${versionCode} is deleted. Restore it before you edit it.`);

export const versionCodeTooLow = (value: number, highest: number) =>
  new Problem(
    'conflict',
    msg`The versionCode must be higher than ${highest}, the code of the latest version; ${value} was given. Omit it to use the next code.`,
  );

export const versionCodesExhausted = () =>
  new Problem(
    'conflict',
    msg`The workbook has reached the highest versionCode, ${MAX_VERSION_CODE}. Create a new workbook with the same fields.`,
  );

/** `count` is the number of fields, or any smaller number above the maximum. */
export const tooManyFieldsToCompare = (parameter: 'from' | 'to', count: number) =>
  invalidField(
    parameter,
    msg`The definition has at least ${count} fields; definitions with at most ${workbookLimits.fields} fields can be compared.`,
  );

type UnknownId = { id: string; position: number };

export const unknownTeamIds = (ids: readonly UnknownId[]) =>
  unknownIds('teamIds', ids, (id) => msg`There is no team with the ID '${id}'.`);

export const unknownWorkbookIds = (ids: readonly UnknownId[]) =>
  unknownIds('workbookIds', ids, (id) => msg`There is no workbook with the ID '${id}'.`);

const unknownIds = (field: string, ids: readonly UnknownId[], createMessage: (id: string) => Message) =>
  invalidRequest(
    ids.map(({ id, position }) => ({ message: createMessage(id), members: [`${field}[${position}]`] })),
  );

export const teamsOutdated = () =>
  new Problem('outdated', msg`The teams of this workbook have been changed. Reload them and try again.`);

export const workbooksOutdated = () =>
  new Problem('outdated', msg`The workbooks of this team have been changed. Reload them and try again.`);

export const unreadableForm = (reason: Message) => new Problem('invalid', reason);
