import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import type { ResultRow } from './result-row.ts';

/** A column of results, with a function that reads its value from a row. */
export type Column = { heading: string; kind: CellKind; read(row: ResultRow): CellValue };
