/** What is in a column. Dates, times and instants are texts as answers have them; an instant is in UTC. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'instant';
export type CellValue = string | number | boolean | null;

/** A row of a table; its instants belong to a time zone. */
export type TableRow = { values: readonly CellValue[]; timeZone: string };

/** A table that is written while it is read, of any length. */
export type Table = {
  name: string;
  columns: readonly { heading: string; kind: CellKind }[];
  /** Batches of rows, each of which may be made when it is looked at: a row may have thousands of cells. */
  batches: AsyncIterable<Iterable<TableRow>>;
};
