import { sentence } from '#i18n/sentence.ts';
import { didYouMean, invalidRequest, Problem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';

const MAX_LISTED_NAMES = 20;

const quote = (value: string) => sentence`'${value.slice(0, 80)}'`;

export const cursorUnknown = (id: string) =>
  invalidRequest([
    {
      message: sentence`The field 'after' must be the id of an inspection that you can see; there is none with the id ${quote(id)}.`,
      members: ['after'],
    },
  ]);

export const definitionIdOfVersion = (versionId: string) =>
  invalidRequest([
    {
      message: sentence`The field 'definitionId' must be the id of a workbook; ${quote(versionId)} is the id of a version. Use workbookId for it.`,
      members: ['definitionId'],
    },
  ]);

export const versionNotFound = (workbookId: string, versionId: string) =>
  new Problem(
    'missing',
    sentence`The workbook with the id ${quote(workbookId)} has no version with the id ${quote(versionId)}.`,
  );

export const repeatUnknown = (name: string, names: readonly string[]) => {
  const nearest = nearestName(name, names);
  const hint =
    nearest !== undefined
      ? didYouMean(nearest)
      : names.length > 0
        ? sentence` The repeats are ${names.slice(0, MAX_LISTED_NAMES).join(', ')}.`
        : sentence` This version has no repeats.`;
  return invalidRequest([
    {
      message: sentence`The field 'repeat' must be the name of a repeat; ${quote(name)} was given.${hint}`,
      members: ['repeat'],
    },
  ]);
};

export const tooManyColumns = (count: number, max: number) =>
  invalidRequest([
    {
      message: sentence`With choices=columns the table would have ${count} columns; a spreadsheet can have ${max}. Use choices=joined.`,
      members: ['choices'],
    },
  ]);
