import type { XlsformEntry } from '#contract/xlsform.ts';
import { XLSFORM_ENTRIES, type XlsformCode, xlsformCodes } from '#contract/xlsform-codes.ts';
import type { Say } from '#sentences/say.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';

/** What an entry is about: a cell, a row or some rows, a column, or a whole sheet. */
export type Place = { sheet: string; row?: number; lastRow?: number; column?: string };

/** Where everything is written down that is not carried over as it stands. */
export type FormReport = {
  tell(place: Place, code: XlsformCode, message: Sentence): void;
  /** Sheet by sheet in this order, in each from top to bottom, in somebody's language. */
  entries(sheets: readonly string[], say: Say): XlsformEntry[];
};

/** Characters: a message repeats names from the form, and a name there can be a book. */
const NAME = 200;
const MESSAGE = 600;

const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

type Told = Omit<XlsformEntry, 'message'> & { message: Sentence };

const furtherThings = (more: number, { sheet }: Told): Told => ({
  sheet,
  severity: 'refused',
  code: 'too-many',
  message: sentence`${more} further things are not carried over as they stand; only ${XLSFORM_ENTRIES} are listed.`,
});

export const createReport = (): FormReport => {
  const told: Told[] = [];
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
        told.push({ ...place, severity: xlsformCodes[code], code, message });
      }
    },
    entries: (sheets, say) => {
      const sorted = told.toSorted(
        (one, other) =>
          sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
      );
      const last = sorted.at(-1);
      if (more > 0 && last !== undefined) sorted.push(furtherThings(more, last));
      return sorted.map(({ message, ...entry }) => ({ ...entry, message: shorten(say(message), MESSAGE) }));
    },
  };
};
