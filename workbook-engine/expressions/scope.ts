import type { Patterns } from './pattern.ts';
import type { Type } from './types.ts';

/** Fields that stand side by side: those of the workbook, or those of the entries of a repeat. */
export type Level = {
  /** Around the repeat; none around the workbook itself. */
  readonly parent: Level | undefined;
  /** Of the repeat, in the frames of its parent. */
  readonly slot: number;
  /** Repeats around it. */
  readonly depth: number;
};

/** A field as expressions see it. */
export type Named = {
  readonly name: string;
  readonly level: Level;
  readonly slot: number;
  readonly type: Type;
  /** Of a repeat: the level of its entries. */
  readonly entry: Level | undefined;
};

/** Where an expression stands, and so what it may name. */
export type Scope = {
  readonly level: Level;
  /** Finds a field by its name; throws ExpressionRefused, at the place of the name, where there is none to ask. */
  find(name: string, at: number): Named;
  /** The field that `.` means; in some expressions it means nothing. */
  readonly self: Named | undefined;
  /** The attributes that a choice filter may name; undefined elsewhere. */
  readonly attributes: ReadonlySet<string> | undefined;
  /** Of all expressions of the workbook. */
  readonly patterns: Patterns;
};
