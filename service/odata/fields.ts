import type { RawBuilder } from 'kysely';
import type { EdmType } from './edm.ts';

export type Field = {
  type: EdmType;
  nullable: boolean;
  sql: RawBuilder<unknown>;
  /** For a string stored as a number: the column, and the names for 0, 1, 2 … */
  codes?: { sql: RawBuilder<unknown>; names: readonly string[] };
  joins?: readonly string[];
  /** For an indexed string: an expression with a trigram index that contains the string in lower case. */
  searchText?: RawBuilder<unknown>;
  /** For a field that many rows share: its values, from which a page can be read in their order. */
  groups?: (tenantId: number) => FieldGroups;
  /** For a string in a related row. */
  key?: RelatedKey;
  /** For a string in a related row: a condition that there is no such row. */
  isAbsent?: RawBuilder<unknown>;
};

/** `query` selects `ids`, the values of `column` in each group, and `value`, the field's value. Both are null for null. */
export type FieldGroups = {
  column: RawBuilder<unknown>;
  query: RawBuilder<unknown>;
  /** Whether groups without rows are common. */
  canBeEmpty: boolean;
};

/** The column with the ID of a related row. */
export type RelatedKey = { column: RawBuilder<unknown>; type: 'Guid' | 'Int64' };

export type KeyId = string | number;

/** A list can be selected, but not compared or sorted by. */
export type ListField = { type: 'List' };

export type EntityFields = {
  /** By JSON name, with an upper-case first letter (contract, List tasks). No other names can end up in the SQL. */
  fields: Readonly<Record<string, Field | ListField>>;
  /** The tiebreaker at the end of every sort order (decision O6). */
  id: string;
  defaultOrder: string;
  /** Rows may have additional properties that queries cannot use (decision O8). */
  hasCustomProperties?: true;
};
