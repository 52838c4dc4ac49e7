/** A cell that is not empty. Rows and columns are counted from 1. */
export type Cell = { row: number; column: number; text: string };

/** A sheet of a spreadsheet: its cells row by row, each row from left to right. */
export type Sheet = { name: string; cells: readonly Cell[] };
