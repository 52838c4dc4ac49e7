import type { Patterns } from './pattern.ts';
import type { Type } from './types.ts';

/** Fields at one level: those of the workbook, or those of the entries of a repeat. */
export type Level = {
  /** The level that contains the repeat; undefined for the workbook. */
  readonly parent: Level | undefined;
  /** The slot of the repeat in the frames of its parent. */
  readonly slot: number;
  /** Number of repeats around it. */
  readonly depth: number;
};

/** A field as expressions see it. */
export type Named = {
  readonly name: string;
  readonly level: Level;
  readonly slot: number;
  readonly type: Type;
  /** The level of the entries, for a repeat. */
  readonly entry: Level | undefined;
};

/** The names that an expression may use, depending on its position. */
export type Scope = {
  readonly level: Level;
  /** Finds a field by its name, or throws an ExpressionError at the position of the name. */
  find(name: string, at: number): Named;
  /** The field of `.`; undefined where `.` is not allowed. */
  readonly self: Named | undefined;
  /** The attributes that a choice filter may use; undefined in other expressions. */
  readonly attributes: ReadonlySet<string> | undefined;
  /** Shared by all expressions of the workbook. */
  readonly patterns: Patterns;
};
