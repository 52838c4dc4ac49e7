import type { RawBuilder } from 'kysely';
import type { EdmType } from './edm.ts';

/** What a property is in SQL. */
export type Field = {
  type: EdmType;
  nullable: boolean;
  sql: RawBuilder<unknown>;
  /**
   * For a text that is kept as a small number: the number, and the texts that 0, 1, 2 … stand for. Comparing the numbers
   * is what an index can serve.
   */
  codes?: { sql: RawBuilder<unknown>; names: readonly string[] };
  /** The joins without which `sql` means nothing. */
  joins?: readonly string[];
  /** For a text that belongs to something else: the condition that the text is this one, by that thing's key. */
  hasKeyOf?: (value: string, tenantId: number) => RawBuilder<unknown>;
  /** For a text that belongs to something else: the condition that there is no such thing. */
  isAbsent?: RawBuilder<unknown>;
};

/** A list of values: it can be selected, but neither compared nor sorted by. */
export type ListField = { type: 'List' };

/**
 * What can be asked about. Names in a query reach SQL through `fields` and in no other way; they are those of the JSON,
 * the first letter upper case (contract, List tasks).
 */
export type EntityFields = {
  fields: Readonly<Record<string, Field | ListField>>;
  /** The key that makes every order total (decision O6). */
  id: string;
  /** The order when none is asked for. */
  defaultOrder: string;
  /** Its rows have more properties, which cannot be asked about (decision O8). */
  hasCustomProperties?: true;
};
