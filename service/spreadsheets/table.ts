/** Dates, times and instants are strings, as in answers; instants are in UTC. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'instant';
export type CellValue = string | number | boolean | null;

export type TableRow = {
  /** Created lazily, because a row can have thousands of cells, and a cell can be several MB. */
  values: Iterable<CellValue>;
  /** The time zone for instants. */
  timeZone: string;
};

export type Table = {
  name: string;
  columns: readonly { heading: string; kind: CellKind }[];
  /** Rows in a batch can be created lazily, because a repeat can have thousands of instances. */
  batches: AsyncIterable<Iterable<TableRow>>;
};
