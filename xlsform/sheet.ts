/** A non-empty cell. Rows and columns are counted from 1. */
export type Cell = { row: number; column: number; text: string };

/** A sheet in a spreadsheet, with its cells row by row and each row from left to right. */
export type Sheet = { name: string; cells: readonly Cell[] };
