import type { XlsformEntry } from '#contract/xlsform.ts';
import { MAX_XLSFORM_ENTRIES, type XlsformCode, xlsformCodes } from '#contract/xlsform-codes.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Translate } from '#i18n/translate.ts';

/** The location of an entry: a cell, one or more rows, a column, or a sheet. */
export type Place = { sheet: string; row?: number; lastRow?: number; column?: string };

/** Collects everything that is not imported or exported unchanged. */
export type FormReport = {
  add(place: Place, code: XlsformCode, message: Sentence): void;
  /** The entries ordered by sheet and row, translated by `translate`. */
  entries(sheets: readonly string[], translate: Translate): XlsformEntry[];
};

/** Maximum number of characters: messages contain names from the form, which can be very long. */
const NAME = 200;
const MESSAGE = 600;

const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

type ReportedEntry = Omit<XlsformEntry, 'message'> & { message: Sentence };

const omittedEntries = (more: number, { sheet }: ReportedEntry): ReportedEntry => ({
  sheet,
  severity: 'error',
  code: 'too-many',
  message: sentence`${more} more entries are not shown; the report lists only the first ${MAX_XLSFORM_ENTRIES}.`,
});

export const createReport = (): FormReport => {
  const entries: ReportedEntry[] = [];
  let more = 0;
  return {
    add: ({ sheet, column, ...rows }, code, message) => {
      if (entries.length >= MAX_XLSFORM_ENTRIES) more++;
      else {
        const place = {
          sheet: shorten(sheet, NAME),
          ...rows,
          ...(column !== undefined && { column: shorten(column, NAME) }),
        };
        entries.push({ ...place, severity: xlsformCodes[code], code, message });
      }
    },
    entries: (sheets, translate) => {
      const sorted = entries.toSorted(
        (one, other) =>
          sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
      );
      const last = sorted.at(-1);
      if (more > 0 && last !== undefined) sorted.push(omittedEntries(more, last));
      return sorted.map(({ message, ...entry }) => ({
        ...entry,
        message: shorten(translate(message), MESSAGE),
      }));
    },
  };
};
