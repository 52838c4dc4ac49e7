import { XLSFORM_ENTRIES, type XlsformCode, type XlsformEntry, xlsformCodes } from '#contract/xlsform.ts';

/** What an entry is about: a cell, a row or some rows, a column, or a whole sheet. */
export type Place = { sheet: string; row?: number; lastRow?: number; column?: string };

/** Where everything is written down that is not carried over as it stands. */
export type FormReport = {
  tell(place: Place, code: XlsformCode, message: string): void;
  /** Sheet by sheet in this order, in each from top to bottom. */
  entries(sheets: readonly string[]): XlsformEntry[];
};

/** Characters: a message repeats names from the form, and a name there can be a book. */
const NAME = 200;
const MESSAGE = 600;

const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

export const createReport = (): FormReport => {
  const told: XlsformEntry[] = [];
  let more = 0;
  return {
    tell: ({ sheet, column, ...rows }, code, message) => {
      if (told.length >= XLSFORM_ENTRIES) more++;
      else {
        const place = {
          sheet: shorten(sheet, NAME),
          ...rows,
          ...(column !== undefined && { column: shorten(column, NAME) }),
        };
        told.push({ ...place, severity: xlsformCodes[code], code, message: shorten(message, MESSAGE) });
      }
    },
    entries: (sheets) => {
      const sorted = told.sort(
        (one, other) =>
          sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
      );
      const last = sorted.at(-1);
      if (more === 0 || last === undefined) return sorted;
      const message = `${more} further things are not carried over as they stand; only ${XLSFORM_ENTRIES} are listed.`;
      return [...sorted, { sheet: last.sheet, severity: 'refused', code: 'too-many', message }];
    },
  };
};
