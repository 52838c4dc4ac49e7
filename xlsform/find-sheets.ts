import { inEnglish, joined, NOTHING_MORE, type Sentence, sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import type { Sheet } from './sheet.ts';

/** The spreadsheet contains no form. */
export class MissingFormError extends Error {
  readonly sentence: Sentence;

  constructor(reason: Sentence) {
    super(inEnglish(reason));
    this.sentence = reason;
  }
}

/** Sheets of a form by their names, including those of older forms. */
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

/** The sheet with the report in forms that Ronda exported. */
export const REPORT_SHEET = '_report';

const roleOf = (name: string): keyof FormSheets | undefined => {
  const plain = name.trim().toLowerCase();
  return Object.hasOwn(formSheets, plain) ? formSheets[plain] : undefined;
};

/** Whether a sheet of this name is read; for other sheets only whether they are empty matters. */
export const isFormSheet = (name: string): boolean => roleOf(name) !== undefined;

/** Finds the sheets of the form, and reports the others. Throws `MissingFormError` if there is no survey. */
export const findSheets = (sheets: readonly Sheet[], report: FormReport): FormSheets => {
  const filled = sheets
    .filter(({ name }) => name !== REPORT_SHEET)
    .map(({ name, cells }) => ({ name, cells: cells.filter(({ text }) => text.trim() !== '') }))
    .filter(({ cells }) => cells.length > 0);
  const found = new Map<keyof FormSheets, Sheet>();
  for (const sheet of filled) {
    const role = filled.length === 1 ? 'survey' : roleOf(sheet.name);
    if (role !== undefined && !found.has(role)) found.set(role, sheet);
    else report.add({ sheet: sheet.name }, 'sheet-lost', reasonForLoss(sheet.name, role));
  }
  const survey = found.get('survey');
  if (survey === undefined) throw new MissingFormError(withoutSurvey(sheets));
  return {
    survey,
    choices: found.get('choices'),
    external_choices: found.get('external_choices'),
    settings: found.get('settings'),
  };
};

const reasonForLoss = (name: string, role: string | undefined): Sentence => {
  if (role !== undefined) return sentence`There is already a sheet “${role}”; this one is ignored.`;
  if (/^(entities|osm|cascades)$/i.test(name.trim()))
    return sentence`Ronda does not support the sheet “${name}”.`;
  const nearest = nearestName(name.trim(), Object.keys(formSheets));
  const hint = nearest === undefined ? NOTHING_MORE : sentence` Did you mean ${nearest}?`;
  return sentence`The sheet “${name}” is not part of an XLSForm; it is ignored.${hint}`;
};

const withoutSurvey = (sheets: readonly Sheet[]): Sentence => {
  if (sheets.length === 0) return sentence`The spreadsheet is empty.`;
  const shown = sheets.slice(0, 10).map(({ name }) => sentence`“${name.slice(0, 31)}”`);
  const listed = joined(sheets.length > 10 ? [...shown, '…'] : shown, ', ');
  return sentence`An XLSForm needs a sheet named survey; this spreadsheet has ${listed}.`;
};
