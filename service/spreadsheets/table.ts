/** The type of a column. Dates, times and instants are strings, as in answers; instants are in UTC. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'instant';
export type CellValue = string | number | boolean | null;

/**
 * `timeZone` applies to instants. Values are created lazily, because a row can have thousands of cells, and a
 * cell several MB.
 */
export type TableRow = { values: Iterable<CellValue>; timeZone: string };

/** A table of any length, which is read while the file is being written. */
export type Table = {
  name: string;
  columns: readonly { heading: string; kind: CellKind }[];
  /** Batches of rows, which can be created one at a time, because a repeat can have thousands of entries. */
  batches: AsyncIterable<Iterable<TableRow>>;
};
