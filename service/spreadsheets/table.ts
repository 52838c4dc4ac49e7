/** The type of a column. Dates, times and instants are strings, as in answers; instants are in UTC. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'instant';
export type CellValue = string | number | boolean | null;

/**
 * A table row, with the time zone of its instants. Its values can be calculated one at a time, because a row can have
 * thousands of cells and a cell can be several MB long.
 */
export type TableRow = { values: Iterable<CellValue>; timeZone: string };

/** A table of any length, which is read while the file is being written. */
export type Table = {
  name: string;
  columns: readonly { heading: string; kind: CellKind }[];
  /** Batches of rows, which can be created one at a time, because a repeat can have thousands of entries. */
  batches: AsyncIterable<Iterable<TableRow>>;
};
