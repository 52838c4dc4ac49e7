import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import type { ResultRow } from './result-row.ts';

/** A column of results, and what a row has in it. */
export type Column = { heading: string; kind: CellKind; read(row: ResultRow): CellValue };
