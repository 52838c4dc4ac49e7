import type { RawBuilder } from 'kysely';
import type { EdmType } from './edm.ts';

export type Field = {
  type: EdmType;
  nullable: boolean;
  sql: RawBuilder<unknown>;
  /** For a string stored as a number: the column, and the names that 0, 1, 2 … stand for. */
  codes?: { sql: RawBuilder<unknown>; names: readonly string[] };
  joins?: readonly string[];
  /** For a string in a related row: the condition that it has this value, expressed with that row's key. */
  formatKeyCondition?: (value: string, tenantId: number) => RawBuilder<unknown>;
  /** For a string in a related row: the condition that there is no related row. */
  isAbsent?: RawBuilder<unknown>;
};

/** A list can be selected, but not used for comparing or sorting. */
export type ListField = { type: 'List' };

export type EntityFields = {
  /** By JSON name with an upper-case first letter (contract, List tasks). No other names become part of SQL. */
  fields: Readonly<Record<string, Field | ListField>>;
  /** The last sort key in every order, which makes it unambiguous (decision O6). */
  id: string;
  defaultOrder: string;
  /** Whether rows have additional properties that queries cannot use (decision O8). */
  hasCustomProperties?: true;
};
