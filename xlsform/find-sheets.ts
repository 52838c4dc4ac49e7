import { inEnglish, NOTHING_MORE, type Sentence, sentence } from '#sentences/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import type { Sheet } from './sheet.ts';

/** A spreadsheet without a form in it. */
export class NoForm extends Error {
  readonly sentence: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.sentence = why;
  }
}

/** The sheets that a form is made of, by the names they have, those of older forms included. */
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

/** In a form that came from here: what it could not say. */
export const REPORT_SHEET = '_report';

const roleOf = (name: string): keyof FormSheets | undefined => {
  const plain = name.trim().toLowerCase();
  return Object.hasOwn(formSheets, plain) ? formSheets[plain] : undefined;
};

/** Whether a sheet of this name is read; of others it is enough to know whether they are empty. */
export const isFormSheet = (name: string): boolean => roleOf(name) !== undefined;

/** Finds the sheets of the form; of the others is told that they are left out. Throws `NoForm` without a survey. */
export const findSheets = (sheets: readonly Sheet[], report: FormReport): FormSheets => {
  const filled = sheets
    .filter(({ name }) => name !== REPORT_SHEET)
    .map(({ name, cells }) => ({ name, cells: cells.filter(({ text }) => text.trim() !== '') }))
    .filter(({ cells }) => cells.length > 0);
  const found = new Map<keyof FormSheets, Sheet>();
  for (const sheet of filled) {
    const role = filled.length === 1 ? 'survey' : roleOf(sheet.name);
    if (role !== undefined && !found.has(role)) found.set(role, sheet);
    else report.tell({ sheet: sheet.name }, 'sheet-lost', whyLost(sheet.name, role));
  }
  const survey = found.get('survey');
  if (survey === undefined) throw new NoForm(withoutSurvey(sheets));
  return {
    survey,
    choices: found.get('choices'),
    external_choices: found.get('external_choices'),
    settings: found.get('settings'),
  };
};

const whyLost = (name: string, role: string | undefined): Sentence => {
  if (role !== undefined) return sentence`There is a sheet “${role}” before this one; it is left out.`;
  if (/^(entities|osm|cascades)$/i.test(name.trim()))
    return sentence`Ronda has nothing for the sheet “${name}”.`;
  const nearest = nearestName(name.trim(), Object.keys(formSheets));
  const hint = nearest === undefined ? NOTHING_MORE : sentence` Did you mean ${nearest}?`;
  return sentence`The sheet “${name}” is no part of a form; it is left out.${hint}`;
};

const withoutSurvey = (sheets: readonly Sheet[]): Sentence => {
  const shown = sheets.slice(0, 10).map(({ name }) => `“${name.slice(0, 31)}”`);
  return shown.length === 0
    ? sentence`The spreadsheet has no sheet with anything in it.`
    : sentence`An XLSForm has a sheet named survey; this spreadsheet has ${`${shown.join(', ')}${sheets.length > 10 ? ', …' : ''}`}.`;
};
