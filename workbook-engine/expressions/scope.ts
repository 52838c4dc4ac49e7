import type { Patterns } from './pattern.ts';
import type { Type } from './types.ts';

/** The fields of the workbook, or of the entries of a repeat. */
export type Level = {
  /** The level that contains the repeat; undefined for the workbook. */
  readonly parent: Level | undefined;
  /** The repeat's slot in the frames of its parent. */
  readonly slot: number;
  /** The number of repeats that contain the level. */
  readonly depth: number;
};

export type NamedField = {
  readonly name: string;
  readonly level: Level;
  readonly slot: number;
  readonly type: Type;
  /** The level of the entries if this is a repeat. */
  readonly entryLevel: Level | undefined;
};

/** The names that an expression may use, which depend on where it is. */
export type Scope = {
  readonly level: Level;
  /** Finds a field by name, or throws an ExpressionError at the position of the name. */
  find(name: string, position: number): NamedField;
  /** The field that `.` refers to; undefined where `.` is not allowed. */
  readonly self: NamedField | undefined;
  /** The attributes that a choice filter may use; undefined in other expressions. */
  readonly attributes: ReadonlySet<string> | undefined;
  /** Shared by all expressions in the workbook. */
  readonly patterns: Patterns;
};
