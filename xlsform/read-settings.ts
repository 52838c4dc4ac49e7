import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import type { FormReport, SheetLocation } from './form-report.ts';
import { parseSettingsHeading } from './headings.ts';
import { consume, createCellLocation, createRowLocation, readTable, type TableRow } from './read-table.ts';
import type { Sheet } from './sheet.ts';
import { isNo, isYes } from './yes-no.ts';

export type FormSettings = {
  title: string | undefined;
  name: string | undefined;
  version: string | undefined;
  defaultLanguage: string | undefined;
  defaultLanguageLocation: SheetLocation;
  allowDuplicates: boolean;
};

const MAX_VERSION_LENGTH = 64;

/** The settings are in the first row with content. */
export const readSettings = (sheet: Sheet | undefined, report: FormReport): FormSettings => {
  const rows = sheet === undefined ? [] : readTable(sheet, parseSettingsHeading, report).rows;
  const [row = { sheet: '', number: 1, cells: [] }, ...extraRows] = rows;
  const extraRowMessage = msg`The settings sheet may have only one row; this row is ignored.`;
  for (const extraRow of extraRows) report.add(createRowLocation(extraRow), 'row-ignored', extraRowMessage);
  const duplicates = consume(row, 'allow_choice_duplicates') ?? 'no';
  if (!isNo(duplicates)) {
    const code = isYes(duplicates) ? 'not-carried-over' : 'value-invalid';
    const message = isYes(duplicates)
      ? msg`Lists in Ronda cannot contain duplicate choices.`
      : msg`The value must be yes or no.`;
    report.add(createCellLocation(row, 'allow_choice_duplicates'), code, message);
  }
  return {
    title: importName(row, 'form_title', limits.name, report),
    name: importName(row, 'form_id', limits.name, report),
    version: importName(row, 'version', MAX_VERSION_LENGTH, report),
    defaultLanguage: consume(row, 'default_language'),
    defaultLanguageLocation: createCellLocation(row, 'default_language'),
    allowDuplicates: isYes(duplicates),
  };
};

const importName = (row: TableRow, column: string, max: number, report: FormReport): string | undefined => {
  const text = consume(row, column);
  if (text === undefined || text.length <= max) return text;
  const message = msg`The text may have at most ${max} characters; the rest is cut off.`;
  report.add(createCellLocation(row, column), 'too-long', message);
  return text.slice(0, max).toWellFormed().trimEnd();
};
