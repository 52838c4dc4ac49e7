import { HIGHEST_VERSION_CODE } from '#contract/workbook-management.ts';
import { sentence } from '#sentences/sentence.ts';
import { didYouMean, invalidRequest, Problem } from '#service/problem.ts';

export const versionIsImmutable = (workbook: string, versionCode: number) =>
  new Problem(
    'conflict',
    sentence`The version ${versionCode} of the workbook '${workbook}' is there already with another version text or other fields, and work may run on it: make the change a new version, with a versionCode of its own.`,
  );

/** Unknown, malformed and out of sight are one answer. */
export const workbookNotFound = (id: string) =>
  new Problem('missing', sentence`There is no workbook with the id '${id.slice(0, 80)}'.`);

export const workbookNameTaken = (name: string) =>
  new Problem(
    'conflict',
    sentence`There is already a workbook with the name '${name}', letter case ignored.`,
  );

export const workbookOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`The workbook '${name}' was changed meanwhile and is at revision ${revision}: read it again.`,
  );

export const workbookHasVersions = (name: string, count: number) =>
  new Problem(
    'conflict',
    count === 1
      ? sentence`The workbook '${name}' cannot be deleted: it has a version, deleted ones included, which tasks and inspections may name. Delete its versions instead: then no new task finds it.`
      : sentence`The workbook '${name}' cannot be deleted: it has ${count} versions, deleted ones included, which tasks and inspections may name. Delete its versions instead: then no new task finds it.`,
  );

export const contentTypeUnknown = (given: string, nearest: string | undefined) =>
  invalidRequest([
    {
      message: sentence`There is no content type with the name or id '${given}'.${didYouMean(nearest)}`,
      members: ['contentType'],
    },
  ]);

export const versionNotFound = (id: string) =>
  new Problem('missing', sentence`The workbook has no version with the id '${id.slice(0, 80)}'.`);

export const versionCodeNotFound = (versionCode: number) =>
  new Problem('missing', sentence`The workbook has no version with the versionCode ${versionCode}.`);

export const versionOutdated = (versionCode: number, revision: number) =>
  new Problem(
    'outdated',
    sentence`The version ${versionCode} was changed meanwhile and is at revision ${revision}: read it again.`,
  );

export const versionDeleted = (versionCode: number) =>
  new Problem('conflict', sentence`The version ${versionCode} is deleted: restore it before you change it.`);

export const versionCodeTooLow = (given: number, highest: number) =>
  new Problem(
    'conflict',
    sentence`The versionCode must be above ${highest}, that of the newest version, which new work gets; ${given} was given. Leave it out for the next one.`,
  );

export const versionCodesUsedUp = () =>
  new Problem(
    'conflict',
    sentence`There is no versionCode above ${HIGHEST_VERSION_CODE}: make another workbook with what this one asks.`,
  );

export const teamIdsUnknown = (ids: readonly { id: string; place: number }[]) =>
  invalidRequest(
    ids.map(({ id, place }) => ({
      message: sentence`There is no team with the id '${id}'.`,
      members: [`teamIds[${place}]`],
    })),
  );

export const workbookIdsUnknown = (ids: readonly { id: string; place: number }[]) =>
  invalidRequest(
    ids.map(({ id, place }) => ({
      message: sentence`There is no workbook with the id '${id}'.`,
      members: [`workbookIds[${place}]`],
    })),
  );

export const teamsOutdated = () =>
  new Problem('outdated', sentence`Which teams use the workbook was changed meanwhile: read it again.`);

export const workbooksOutdated = () =>
  new Problem('outdated', sentence`Which workbooks the team uses was changed meanwhile: read it again.`);
