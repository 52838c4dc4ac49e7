import type { XlsformEntry } from '#contract/xlsform.ts';
import { MAX_XLSFORM_ENTRIES, type XlsformCode, xlsformCodes } from '#contract/xlsform-codes.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Translate } from '#i18n/translate.ts';

/** The location of an entry, which can be a cell, one or more rows, a column, or a sheet. */
export type SheetLocation = { sheet: string; row?: number; lastRow?: number; column?: string };

/** Collects everything that is not imported or exported as it is. */
export type FormReport = {
  add(location: SheetLocation, code: XlsformCode, message: Sentence): void;
  /** The translated entries, ordered by sheet and row. */
  entries(sheets: readonly string[], translate: Translate): XlsformEntry[];
};

/** Maximum lengths. Messages contain names from the form, which can be very long. */
const MAX_NAME_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 600;

const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

type ReportedEntry = Omit<XlsformEntry, 'message'> & { message: Sentence };

const createOmittedEntry = (count: number, { sheet }: ReportedEntry): ReportedEntry => ({
  sheet,
  severity: 'error',
  code: 'too-many',
  message: sentence`${count} more entries are not shown; the report lists only the first ${MAX_XLSFORM_ENTRIES}.`,
});

export const createReport = (): FormReport => {
  const entries: ReportedEntry[] = [];
  let omitted = 0;
  return {
    add: ({ sheet, column, ...rows }, code, message) => {
      if (entries.length >= MAX_XLSFORM_ENTRIES) omitted++;
      else {
        const location = {
          sheet: shorten(sheet, MAX_NAME_LENGTH),
          ...rows,
          ...(column !== undefined && { column: shorten(column, MAX_NAME_LENGTH) }),
        };
        entries.push({ ...location, severity: xlsformCodes[code], code, message });
      }
    },
    entries: (sheets, translate) => {
      const sorted = entries.toSorted(
        (one, other) =>
          sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
      );
      const last = sorted.at(-1);
      if (omitted > 0 && last !== undefined) sorted.push(createOmittedEntry(omitted, last));
      return sorted.map(({ message, ...entry }) => ({
        ...entry,
        message: shorten(translate(message), MAX_MESSAGE_LENGTH),
      }));
    },
  };
};
