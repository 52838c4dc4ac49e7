/** Rows and columns are 1-based. */
export type Cell = { row: number; column: number; text: string };

/** Cells are non-empty, sorted by row, then column. */
export type Sheet = { name: string; cells: readonly Cell[] };
