import { limits } from '#contract/limits.ts';
import { sentence } from '#i18n/sentence.ts';
import type { FormReport, Place } from './form-report.ts';
import { readSettingsHeading } from './headings.ts';
import { columnOf } from './read-survey.ts';
import { consume, readTable, type TableRow } from './read-table.ts';
import type { Sheet } from './sheet.ts';
import { isNo, isYes } from './yes-no.ts';

export type FormSettings = {
  title: string | undefined;
  name: string | undefined;
  version: string | undefined;
  defaultLanguage: string | undefined;
  defaultLanguagePlace: Place | undefined;
  allowDuplicates: boolean;
};

const VERSION = 64;

/** The settings of the form: the first row with content. */
export const readSettings = (sheet: Sheet | undefined, report: FormReport): FormSettings => {
  const [row, ...others] = sheet === undefined ? [] : readTable(sheet, readSettingsHeading, report).rows;
  for (const { sheet: name, number } of others)
    report.add(
      { sheet: name, row: number },
      'row-ignored',
      sentence`The settings sheet may have only one row; this row is ignored.`,
    );
  if (row === undefined) {
    return {
      title: undefined,
      name: undefined,
      version: undefined,
      defaultLanguage: undefined,
      defaultLanguagePlace: undefined,
      allowDuplicates: false,
    };
  }
  const duplicates = consume(row, 'allow_choice_duplicates') ?? 'no';
  if (!isNo(duplicates)) {
    const code = isYes(duplicates) ? 'not-carried-over' : 'value-invalid';
    const message = isYes(duplicates)
      ? sentence`Lists in Ronda cannot contain duplicate choices.`
      : sentence`The value must be yes or no.`;
    report.add(placeOf(row, 'allow_choice_duplicates'), code, message);
  }
  return {
    title: takeName(row, 'form_title', limits.name, report),
    name: takeName(row, 'form_id', limits.name, report),
    version: takeName(row, 'version', VERSION, report),
    defaultLanguage: consume(row, 'default_language'),
    defaultLanguagePlace: placeOf(row, 'default_language'),
    allowDuplicates: isYes(duplicates),
  };
};

const placeOf = (row: TableRow, column: string) => ({
  sheet: row.sheet,
  row: row.number,
  column: columnOf(row, column),
});

const takeName = (row: TableRow, column: string, max: number, report: FormReport): string | undefined => {
  const text = consume(row, column);
  if (text === undefined || text.length <= max) return text;
  report.add(
    placeOf(row, column),
    'too-long',
    sentence`The text may have at most ${max} characters; the rest is cut off.`,
  );
  return text.slice(0, max).toWellFormed().trimEnd();
};
