import type { Patterns } from './pattern.ts';
import type { Type } from './types.ts';

/** The fields of the workbook, or of the instances of a repeat. */
export type Level = {
  /** The level that contains the repeat; undefined for the workbook. */
  readonly parent: Level | undefined;
  /** The repeat's slot in the frames of its parent. */
  readonly slot: number;
  readonly depth: number;
};

export type NamedField = {
  readonly name: string;
  readonly level: Level;
  readonly slot: number;
  readonly type: Type;
  /** The level of the instances if this is a repeat. */
  readonly instanceLevel: Level | undefined;
};

/** The names that an expression may use. */
export type Scope = {
  readonly level: Level;
  /** Throws an ExpressionError at the position of the name if there is no such field. */
  find(name: string, position: number): NamedField;
  /** The field that `.` refers to; undefined where `.` is not allowed. */
  readonly self: NamedField | undefined;
  /** The attributes that a choice filter may use; undefined in other expressions. */
  readonly attributes: ReadonlySet<string> | undefined;
  /** Shared by all expressions in the workbook. */
  readonly patterns: Patterns;
};
