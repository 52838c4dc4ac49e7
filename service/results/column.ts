import type { ResultRow } from './result-row.ts';

/** What is in a column. Dates, times and instants are texts as answers have them; an instant is in UTC. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'instant';
export type CellValue = string | number | boolean | null;

export type Column = { heading: string; kind: CellKind; read(row: ResultRow): CellValue };
