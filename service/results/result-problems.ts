import { sentence } from '#i18n/sentence.ts';
import { didYouMean, invalidRequest, Problem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';

const shown = (given: string) => sentence`'${given.slice(0, 80)}'`;

export const cursorUnknown = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'after' must be the id of an inspection that you can see; there is none with the id ${shown(given)}.`,
      members: ['after'],
    },
  ]);

export const versionIdGiven = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'definitionId' must be the id of a workbook; ${shown(given)} is the id of a version. Use workbookId for it.`,
      members: ['definitionId'],
    },
  ]);

export const versionNotFound = (workbookId: string, versionId: string) =>
  new Problem(
    'missing',
    sentence`The workbook with the id ${shown(workbookId)} has no version with the id ${shown(versionId)}.`,
  );

export const repeatUnknown = (given: string, names: readonly string[]) => {
  const nearest = nearestName(given, names);
  const right =
    nearest !== undefined
      ? didYouMean(nearest)
      : names.length > 0
        ? sentence` The repeats are ${names.slice(0, NAMES_SHOWN).join(', ')}.`
        : sentence` This version has no repeats.`;
  return invalidRequest([
    {
      message: sentence`The field 'repeat' must be the name of a repeat; ${shown(given)} was given.${right}`,
      members: ['repeat'],
    },
  ]);
};

const NAMES_SHOWN = 20;

export const tooManyColumns = (count: number, max: number) =>
  invalidRequest([
    {
      message: sentence`With choices=columns the table would have ${count} columns; a spreadsheet can have ${max}. Use choices=joined.`,
      members: ['choices'],
    },
  ]);
