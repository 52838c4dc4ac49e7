import { stringify } from 'csv-stringify/sync';

/** Without it, spreadsheets read a file in an old national encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as lines of CSV (RFC 4180); quotes cells that contain a separator used in any country. */
export const csvText = (rows: readonly string[][]): string =>
  stringify([...rows], { record_delimiter: '\r\n', quoted_match: [/[\r\n;\t]/] });
