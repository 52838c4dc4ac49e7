import { didYouMean } from '#i18n/did-you-mean.ts';
import { joinSentences, type Sentence, sentence, toEnglish } from '#i18n/sentence.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import type { Sheet } from './sheet.ts';

export class MissingFormError extends Error {
  readonly sentence: Sentence;

  constructor(reason: Sentence) {
    super(toEnglish(reason));
    this.sentence = reason;
  }
}

/** The sheets of a form by name, including the names used in older forms. */
const formSheets: Readonly<Record<string, keyof FormSheets>> = {
  survey: 'survey',
  choices: 'choices',
  columns: 'choices',
  lists: 'choices',
  'choices and columns': 'choices',
  external_choices: 'external_choices',
  settings: 'settings',
};

export type FormSheets = {
  survey: Sheet;
  choices: Sheet | undefined;
  external_choices: Sheet | undefined;
  settings: Sheet | undefined;
};

/** The sheet that contains the report in forms exported by Ronda. */
export const REPORT_SHEET = '_report';

export const isReportSheet = (name: string): boolean => name === REPORT_SHEET;

const findRole = (name: string): keyof FormSheets | undefined => {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(formSheets, key) ? formSheets[key] : undefined;
};

/**
 * Returns whether a sheet with this name is imported. A sheet with any other name is imported only if it is the
 * only one.
 */
export const isFormSheet = (name: string): boolean => findRole(name) !== undefined;

/** Finds the sheets of the form and reports all others. Throws `MissingFormError` if there is no survey. */
export const findSheets = (sheets: readonly Sheet[], report: FormReport): FormSheets => {
  const nonEmptySheets = sheets
    .filter(({ name }) => !isReportSheet(name))
    .map(({ name, cells }) => ({ name, cells: cells.filter(({ text }) => text.trim() !== '') }))
    .filter(({ cells }) => cells.length > 0);
  const sheetsByRole = new Map<keyof FormSheets, Sheet>();
  for (const sheet of nonEmptySheets) {
    const role = nonEmptySheets.length === 1 ? 'survey' : findRole(sheet.name);
    if (role !== undefined && !sheetsByRole.has(role)) sheetsByRole.set(role, sheet);
    else report.add({ sheet: sheet.name }, 'sheet-omitted', explainIgnoredSheet(sheet.name, role));
  }
  const survey = sheetsByRole.get('survey');
  if (survey === undefined) throw new MissingFormError(explainMissingSurvey(sheets));
  return {
    survey,
    choices: sheetsByRole.get('choices'),
    external_choices: sheetsByRole.get('external_choices'),
    settings: sheetsByRole.get('settings'),
  };
};

const explainIgnoredSheet = (name: string, role: string | undefined): Sentence => {
  if (role !== undefined) return sentence`There is already a sheet “${role}”; this one is ignored.`;
  if (/^(entities|osm|cascades)$/i.test(name.trim()))
    return sentence`Ronda does not support the sheet “${name}”.`;
  const hint = didYouMean(findNearestName(name.trim(), Object.keys(formSheets)));
  return sentence`The sheet “${name}” is not part of an XLSForm; it is ignored.${hint}`;
};

const explainMissingSurvey = (sheets: readonly Sheet[]): Sentence => {
  if (sheets.length === 0) return sentence`The spreadsheet is empty.`;
  const names = sheets.slice(0, 10).map(({ name }) => sentence`“${name.slice(0, 31)}”`);
  const nameList = joinSentences(sheets.length > 10 ? [...names, '…'] : names, ', ');
  return sentence`An XLSForm needs a sheet named survey; this spreadsheet has ${nameList}.`;
};
