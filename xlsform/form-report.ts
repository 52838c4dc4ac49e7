import type { XlsformEntry } from '#contract/xlsform.ts';
import { MAX_XLSFORM_ENTRIES, type XlsformCode, xlsformCodes } from '#contract/xlsform-codes.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';

export type SheetLocation = { sheet: string; row?: number; lastRow?: number; column?: string };

/** Collects everything that is not imported or exported unchanged. */
export type FormReport = {
  add(location: SheetLocation, code: XlsformCode, message: Message): void;
  /** Returns the entries by sheet and row. */
  entries(sheets: readonly string[], translate: Translate): XlsformEntry[];
};

/** Lengths are capped because messages quote names from the form, which can be very long. */
const MAX_NAME_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 600;

const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

type ReportedEntry = Omit<XlsformEntry, 'message'> & { message: Message };

export const createReport = (): FormReport => {
  const entries: ReportedEntry[] = [];
  let omittedCount = 0;
  return {
    add: ({ sheet, column, ...rows }, code, message) => {
      if (entries.length >= MAX_XLSFORM_ENTRIES) omittedCount++;
      else {
        const location = {
          sheet: shorten(sheet, MAX_NAME_LENGTH),
          ...rows,
          ...(column !== undefined && { column: shorten(column, MAX_NAME_LENGTH) }),
        };
        entries.push({ ...location, outcome: xlsformCodes[code], code, message });
      }
    },
    entries: (sheets, translate) => {
      const sortedEntries = entries.toSorted(
        (one, other) =>
          sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
      );
      const last = sortedEntries.at(-1);
      if (omittedCount > 0 && last !== undefined) {
        const message = msg`${omittedCount} more entries are not shown; the report lists only the first ${MAX_XLSFORM_ENTRIES}.`;
        sortedEntries.push({ sheet: last.sheet, outcome: 'error', code: 'too-many', message });
      }
      return sortedEntries.map(({ message, ...entry }) => ({
        ...entry,
        message: shorten(translate(message), MAX_MESSAGE_LENGTH),
      }));
    },
  };
};
