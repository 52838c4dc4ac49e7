import type { RawBuilder } from 'kysely';
import type { EdmType } from './edm.ts';

/** A property and its SQL. */
export type Field = {
  type: EdmType;
  nullable: boolean;
  sql: RawBuilder<unknown>;
  /**
   * For a string that is stored as a number: the column, and the names of 0, 1, 2 … Comparisons of the numbers can use an
   * index.
   */
  codes?: { sql: RawBuilder<unknown>; names: readonly string[] };
  /** Names of the joins that `sql` requires. */
  joins?: readonly string[];
  /** For a string of a related row: the condition that it has this value, expressed by the key of that row. */
  matchesByKey?: (value: string, tenantId: number) => RawBuilder<unknown>;
  /** For a string of a related row: the condition that there is no related row. */
  isAbsent?: RawBuilder<unknown>;
};

/** A list of values. It can be selected, but not compared or sorted by. */
export type ListField = { type: 'List' };

/**
 * The properties of an entity. Only these names become part of SQL. They are the JSON names with an upper-case first letter
 * (contract, List tasks).
 */
export type EntityFields = {
  fields: Readonly<Record<string, Field | ListField>>;
  /** The last sort key of every order, which makes it unambiguous (decision O6). */
  id: string;
  /** The default order. */
  defaultOrder: string;
  /** Whether rows have additional properties, which queries cannot use (decision O8). */
  hasCustomProperties?: true;
};
