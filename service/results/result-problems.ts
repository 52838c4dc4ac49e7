import { sentence } from '#sentences/sentence.ts';
import { didYouMean, invalidRequest, Problem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';

const shown = (given: string) => `'${given.slice(0, 80)}'`;

export const lastInspectionUnknown = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'after' must be the id of an inspection that you may see; ${shown(given)} is none.`,
      members: ['after'],
    },
  ]);

export const versionInsteadOfWorkbook = (given: string) =>
  invalidRequest([
    {
      message: sentence`The field 'definitionId' must be the id of a workbook; ${shown(given)} is that of a version: give it as workbookId.`,
      members: ['definitionId'],
    },
  ]);

export const versionNotFound = (workbookId: string, versionId: string) =>
  new Problem(
    'missing',
    sentence`There is no version with the id ${shown(versionId)} of a workbook with the id ${shown(workbookId)}.`,
  );

export const repeatUnknown = (given: string, names: readonly string[]) => {
  const meant = nearestName(given, names);
  const right =
    meant !== undefined
      ? didYouMean(meant)
      : names.length > 0
        ? sentence` There are ${names.slice(0, NAMES_SHOWN).join(', ')}.`
        : sentence` This version has none.`;
  return invalidRequest([
    {
      message: sentence`The field 'repeat' must be the name of a repeat; ${shown(given)} was given.${right}`,
      members: ['repeat'],
    },
  ]);
};

const NAMES_SHOWN = 20;

export const tooManyColumns = (count: number, most: number) =>
  invalidRequest([
    {
      message: sentence`With choices=columns a table has ${count} columns, more than the ${most} that a spreadsheet takes: use choices=joined.`,
      members: ['choices'],
    },
  ]);
