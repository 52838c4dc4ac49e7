import type { Database } from '#service/database/connect.ts';
import { readRow, run, type Statement } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';
import { FORMAT_ENTRIES, type ListedRows, PAGE_BYTES } from './change-page-statement.ts';
import { createTextCache } from './text-cache.ts';

/** `last` is the version of the last entry, or 0. `is_cut` is true if further entries did not fit. */
export type PageRow = { size: number; last: number; entries: string; is_cut: boolean; floor: string };

/** Reads the rows that `statement` lists, given a version and the maximum number of rows. */
export type PageReader = (
  reader: ChangeReader,
  statement: Statement<ListedRows>,
  version: number,
  limit: number,
) => Promise<PageRow>;

/*
 * Formatting takes three quarters of the time of a page, and many readers read the same changes: after a bulk change,
 * or after a night without a connection. Formatted entries are therefore cached.
 *
 * A cached entry was formatted after its row got the version, so it is at least as new as the version. Any later change
 * has its own pending row, which moves the row to a higher version (record-change.ts). After a restore, versions occur
 * again, but in a higher epoch.
 *
 * The key contains the team that the reader may see, as listed. An entry is cached with the team that it was formatted
 * with. If the row changes teams between the two statements, readers of the former team cannot receive the entry.
 */
export const createPageReader = (db: Database, now: () => number): PageReader => {
  const cache = createTextCache(now);

  /** Entries that do not fit on a page are missing from the result. */
  const formatEntries = async ({ tenantId, teamIds, userId }: ChangeReader, rows: readonly string[]) => {
    const fields = rows.map((row) => row.split(','));
    const [versions, kinds, entityIds] = [0, 1, 2].map((field) => fields.map((values) => values[field]));
    const formatted = await run(db, FORMAT_ENTRIES, [tenantId, teamIds, versions, kinds, entityIds, userId]);
    for (const { row, entry, epoch } of formatted) cache.set(`${tenantId} ${epoch} ${row}`, entry);
    return formatted;
  };

  return async (reader, statement, version, limit) => {
    const { tenantId, teamIds, userId } = reader;
    const listed = await readRow(db, statement, [tenantId, teamIds, version, userId, limit]);
    const rows = listed.rows === '' ? [] : listed.rows.split(' ');
    const cachedEntries = rows.map((row) => cache.get(`${tenantId} ${listed.epoch} ${row}`));
    const missingRows = rows.filter((_, index) => cachedEntries[index] === undefined);
    const formatted = missingRows.length > 0 ? await formatEntries(reader, missingRows) : [];
    const entriesByVersion = new Map(formatted.map(({ row, entry }) => [readVersion(row), entry]));
    const entries: string[] = [];
    let length = 0;
    for (const [index, row] of rows.entries()) {
      const entry = cachedEntries[index] ?? entriesByVersion.get(readVersion(row));
      if (entry === undefined || length >= PAGE_BYTES) break;
      entries.push(entry);
      length += entry.length;
    }
    const lastRow = rows[entries.length - 1];
    return {
      size: entries.length,
      last: lastRow === undefined ? 0 : Number(readVersion(lastRow)),
      entries: entries.join(),
      is_cut: entries.length < rows.length,
      // The floor only rises, so the second one also covers the first statement.
      floor: formatted[0]?.floor ?? listed.floor,
    };
  };
};

const readVersion = (row: string): string => row.slice(0, row.indexOf(','));
