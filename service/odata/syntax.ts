import type { EdmType } from './edm.ts';

/** Numbers and instants are strings to preserve every digit. A Time is a number of 100 ns ticks. */
export type Literal = { type: EdmType; value: string | boolean | null };

export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const ARITHMETIC = ['add', 'sub', 'mul', 'div', 'mod'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

/** `position` is a zero-based offset in characters in the decoded option. */
export type Expression =
  /** `text` is the literal as written, such as `007`. */
  | { kind: 'literal'; position: number; text: string; literal: Literal }
  | { kind: 'property'; position: number; name: string }
  | { kind: 'call'; position: number; name: string; args: Expression[] }
  | { kind: 'not'; position: number; operand: Expression }
  | { kind: 'negate'; position: number; operand: Expression }
  | { kind: 'comparison'; position: number; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'arithmetic'; position: number; operator: Arithmetic; left: Expression; right: Expression }
  // A chain of the same operator is a single node, to avoid deep nesting.
  | { kind: 'and'; position: number; operands: Expression[] }
  | { kind: 'or'; position: number; operands: Expression[] };

export type OrderItem = { expression: Expression; isDescending: boolean };
