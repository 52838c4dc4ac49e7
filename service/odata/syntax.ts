import type { EdmType } from './edm.ts';

/**
 * A literal in a query. Numbers and instants remain strings, so that no digits are lost before they reach PostgreSQL. A Time
 * is a number of 100-nanosecond ticks.
 */
export type Literal = { type: EdmType; value: string | boolean | null };

export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const ARITHMETIC = ['add', 'sub', 'mul', 'div', 'mod'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

/** A parsed expression, before names and types are checked. `position` is the offset in characters, from 0, in the decoded option. */
export type Expression =
  /** `text` is the source text: `007` is the same number as `7`, but different text. */
  | { kind: 'literal'; position: number; text: string; literal: Literal }
  | { kind: 'property'; position: number; name: string }
  | { kind: 'call'; position: number; name: string; args: Expression[] }
  | { kind: 'not'; position: number; operand: Expression }
  | { kind: 'negate'; position: number; operand: Expression }
  | { kind: 'comparison'; position: number; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'arithmetic'; position: number; operator: Arithmetic; left: Expression; right: Expression }
  // A chain of the same operator is one node, so that a long chain is not nested deeply.
  | { kind: 'and'; position: number; operands: Expression[] }
  | { kind: 'or'; position: number; operands: Expression[] };

/** A sort key of `$orderby`. */
export type OrderItem = { expression: Expression; descending: boolean };
