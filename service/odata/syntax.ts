import type { EdmType } from './edm.ts';

/**
 * A value as it is written in a query. Numbers, instants and the like stay text, so that no digit is lost on the way to
 * PostgreSQL; a Time is its number of 100-nanosecond ticks.
 */
export type Literal = { type: EdmType; value: string | boolean | null };

export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const ARITHMETIC = ['add', 'sub', 'mul', 'div', 'mod'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

/** What was written, before anybody asked whether it makes sense. `at` is where, in characters from 0, in the decoded option. */
export type Expression =
  /** `text` is the literal as it was written: `007` is no other number than `7`, but another text. */
  | { kind: 'literal'; at: number; text: string; literal: Literal }
  | { kind: 'property'; at: number; name: string }
  | { kind: 'call'; at: number; name: string; args: Expression[] }
  | { kind: 'not'; at: number; operand: Expression }
  | { kind: 'negate'; at: number; operand: Expression }
  | { kind: 'comparison'; at: number; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'arithmetic'; at: number; operator: Arithmetic; left: Expression; right: Expression }
  // A chain of the same operator is one node, so that its length is no depth.
  | { kind: 'and'; at: number; operands: Expression[] }
  | { kind: 'or'; at: number; operands: Expression[] };

/** One key of `$orderby`. */
export type OrderItem = { expression: Expression; descending: boolean };
