import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import type { FormReport, Place } from './form-report.ts';
import { readSettingsHeading } from './headings.ts';
import { columnOf } from './read-survey.ts';
import { readTable, type TableRow, take } from './read-table.ts';
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

/** The settings of the form: the first row that holds any. */
export const readSettings = (sheet: Sheet | undefined, report: FormReport): FormSettings => {
  const [row, ...others] = sheet === undefined ? [] : readTable(sheet, readSettingsHeading, report).rows;
  for (const { sheet: name, number } of others)
    report.tell(
      { sheet: name, row: number },
      'row-ignored',
      sentence`Settings are one row, and this is another.`,
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
  const duplicates = take(row, 'allow_choice_duplicates') ?? 'no';
  if (!isNo(duplicates)) {
    const code = isYes(duplicates) ? 'not-carried-over' : 'value-refused';
    const message = isYes(duplicates)
      ? sentence`A list of Ronda has each choice once.`
      : sentence`It says neither yes nor no.`;
    report.tell(placeOf(row, 'allow_choice_duplicates'), code, message);
  }
  return {
    title: takeName(row, 'form_title', limits.name, report),
    name: takeName(row, 'form_id', limits.name, report),
    version: takeName(row, 'version', VERSION, report),
    defaultLanguage: take(row, 'default_language'),
    defaultLanguagePlace: placeOf(row, 'default_language'),
    allowDuplicates: isYes(duplicates),
  };
};

const placeOf = (row: TableRow, column: string) => ({
  sheet: row.sheet,
  row: row.number,
  column: columnOf(row, column),
});

const takeName = (row: TableRow, column: string, most: number, report: FormReport): string | undefined => {
  const text = take(row, column);
  if (text === undefined || text.length <= most) return text;
  report.tell(
    placeOf(row, column),
    'too-long',
    sentence`It may have ${most} characters; the rest is left out.`,
  );
  return text.slice(0, most).toWellFormed().trimEnd();
};
