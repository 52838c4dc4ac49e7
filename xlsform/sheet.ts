/** Rows and columns are counted from 1. */
export type Cell = { row: number; column: number; text: string };

/** Cells are not empty, and are sorted by row and then by column. */
export type Sheet = { name: string; cells: readonly Cell[] };
