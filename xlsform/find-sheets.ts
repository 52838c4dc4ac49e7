import { didYouMean } from '#i18n/did-you-mean.ts';
import { joinMessages, LocalizableError, type Message, msg } from '#i18n/message.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import type { Sheet } from './sheet.ts';

export class MissingFormError extends LocalizableError {}

/** Includes the names used in older forms. */
const formSheets: Readonly<Record<string, keyof FormSheets>> = {
  survey: 'survey',
  choices: 'choices',
  columns: 'choices',
  lists: 'choices',
  'choices and columns': 'choices',
  external_choices: 'external_choices',
  settings: 'settings',
};

export type FormSheets = { survey: Sheet; choices?: Sheet; external_choices?: Sheet; settings?: Sheet };

export const REPORT_SHEET = '_report';

export const isReportSheet = (name: string): boolean => name === REPORT_SHEET;

const findRole = (name: string): keyof FormSheets | undefined => {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(formSheets, key) ? formSheets[key] : undefined;
};

/** A sheet with any other name is imported only if it is the only one. */
export const isFormSheet = (name: string): boolean => findRole(name) !== undefined;

/** Reports all other sheets. Throws `MissingFormError` if there is no survey. */
export const findSheets = (sheets: readonly Sheet[], report: FormReport): FormSheets => {
  const nonEmptySheets = sheets
    .filter(({ name }) => !isReportSheet(name))
    .map(({ name, cells }) => ({ name, cells: cells.filter(({ text }) => text.trim() !== '') }))
    .filter(({ cells }) => cells.length > 0);
  const sheetsByRole: Partial<FormSheets> = {};
  for (const sheet of nonEmptySheets) {
    const role = nonEmptySheets.length === 1 ? 'survey' : findRole(sheet.name);
    if (role !== undefined && sheetsByRole[role] === undefined) sheetsByRole[role] = sheet;
    else report.add({ sheet: sheet.name }, 'sheet-omitted', explainIgnoredSheet(sheet.name, role));
  }
  const { survey } = sheetsByRole;
  if (survey === undefined) throw new MissingFormError(explainMissingSurvey(sheets));
  return { ...sheetsByRole, survey };
};

const explainIgnoredSheet = (name: string, role: string | undefined): Message => {
  if (role !== undefined) return msg`There is already a sheet “${role}”; this one is ignored.`;
  if (/^(entities|osm|cascades)$/i.test(name.trim())) return msg`Ronda does not support the sheet “${name}”.`;
  const hint = didYouMean(findNearestName(name.trim(), Object.keys(formSheets)));
  return msg`The sheet “${name}” is not part of an XLSForm; it is ignored.${hint}`;
};

const explainMissingSurvey = (sheets: readonly Sheet[]): Message => {
  if (sheets.length === 0) return msg`The spreadsheet is empty.`;
  const names = sheets.slice(0, 10).map(({ name }) => msg`“${name.slice(0, 31)}”`);
  const nameList = joinMessages(sheets.length > 10 ? [...names, '…'] : names, ', ');
  return msg`An XLSForm needs a sheet named survey; this spreadsheet has ${nameList}.`;
};
