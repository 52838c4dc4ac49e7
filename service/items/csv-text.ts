import { stringify } from 'csv-stringify/sync';

/** Spreadsheets take a file without it for one of their country's old encodings. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as lines of CSV (RFC 4180), such that whatever separates cells in some country is not taken for it. */
export const csvText = (rows: readonly string[][]): string =>
  stringify([...rows], { record_delimiter: '\r\n', quoted_match: [/[\r\n;\t]/] });
