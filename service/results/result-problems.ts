import { msg } from '#i18n/message.ts';
import { didYouMean, invalidRequest, Problem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';

const MAX_LISTED_NAMES = 20;

const quote = (value: string) => msg`'${value.slice(0, 80)}'`;

export const unknownCursor = (id: string) =>
  invalidRequest([
    {
      message: msg`The field 'after' must be the ID of an inspection that you can see; there is none with the ID ${quote(id)}.`,
      members: ['after'],
    },
  ]);

export const definitionIdBelongsToVersion = (versionId: string) =>
  invalidRequest([
    {
      message: msg`The field 'definitionId' must be the ID of a workbook; ${quote(versionId)} is the ID of a version. Use workbookId for it.`,
      members: ['definitionId'],
    },
  ]);

export const versionNotFound = (workbookId: string, versionId: string) =>
  new Problem(
    'missing',
    msg`The workbook with the ID ${quote(workbookId)} has no version with the ID ${quote(versionId)}.`,
  );

export const unknownRepeat = (name: string, names: readonly string[]) => {
  const nearest = findNearestName(name, names);
  const hint =
    nearest !== undefined
      ? didYouMean(nearest)
      : names.length > 0
        ? msg` The repeats are ${names.slice(0, MAX_LISTED_NAMES).join(', ')}.`
        : msg` This version has no repeats.`;
  return invalidRequest([
    {
      message: msg`The field 'repeat' must be the name of a repeat; ${quote(name)} was given.${hint}`,
      members: ['repeat'],
    },
  ]);
};

export const tooManyColumns = (count: number, max: number) =>
  invalidRequest([
    {
      message: msg`With choices=columns the table would have ${count} columns; a spreadsheet can have ${max}. Use choices=joined.`,
      members: ['choices'],
    },
  ]);
