import type { EdmType } from './edm.ts';

/** Numbers and instants are strings, so that no digits are lost. A Time is a number of ticks of 100 ns. */
export type Literal = { type: EdmType; value: string | boolean | null };

export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const ARITHMETIC = ['add', 'sub', 'mul', 'div', 'mod'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

/** `position` is the offset in characters, starting at 0, in the decoded option. */
export type Expression =
  /** `text` is the literal as it was written, such as `007`. */
  | { kind: 'literal'; position: number; text: string; literal: Literal }
  | { kind: 'property'; position: number; name: string }
  | { kind: 'call'; position: number; name: string; args: Expression[] }
  | { kind: 'not'; position: number; operand: Expression }
  | { kind: 'negate'; position: number; operand: Expression }
  | { kind: 'comparison'; position: number; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'arithmetic'; position: number; operator: Arithmetic; left: Expression; right: Expression }
  // A chain of the same operator is a single node, so that long chains are not deeply nested.
  | { kind: 'and'; position: number; operands: Expression[] }
  | { kind: 'or'; position: number; operands: Expression[] };

export type OrderItem = { expression: Expression; isDescending: boolean };
