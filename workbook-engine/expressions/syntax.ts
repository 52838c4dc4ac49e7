import { inEnglish, type Sentence } from '#sentences/sentence.ts';

/** The operators, loosest first; those of one line bind alike (XPath 1.0, §3). */
export const PRECEDENCE = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
] as const;
export type Operator = (typeof PRECEDENCE)[number][number];

/** An expression as it was written. `at` is the place of its first character, from 0. */
export type Expression = { at: number } & (
  | { kind: 'literal'; value: string | number }
  /** `${Height}` */
  | { kind: 'reference'; name: string }
  /** `.`: the answer that a constraint judges. */
  | { kind: 'self' }
  /** `..`: the entry of a repeat around it, of which `position(..)` is the number. */
  | { kind: 'entry' }
  /** A bare word: what a choice filter calls an attribute of its choices. */
  | { kind: 'attribute'; name: string }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'negate'; operand: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression }
);

/** Why a text is no expression, or one that cannot be used; `at` is the place of the character where it shows. */
export class ExpressionRefused extends Error {
  readonly at: number;
  readonly sentence: Sentence;

  constructor(at: number, sentence: Sentence) {
    super(inEnglish(sentence));
    this.at = at;
    this.sentence = sentence;
  }
}

/** An expression and all that it is made of, in the order in which it is written. */
export const partsOf = (expression: Expression): Expression[] => {
  const parts: Expression[] = [];
  const add = (part: Expression): void => {
    parts.push(part);
    for (const operand of operandsOf(part)) add(operand);
  };
  add(expression);
  return parts;
};

const operandsOf = (expression: Expression): readonly Expression[] => {
  switch (expression.kind) {
    case 'call':
      return expression.args;
    case 'negate':
      return [expression.operand];
    case 'operation':
      return [expression.left, expression.right];
    default:
      return [];
  }
};

/** Every field an expression names, each with the places where it does. */
export const referencesOf = (expression: Expression): { name: string; at: number }[] =>
  partsOf(expression).filter((part) => part.kind === 'reference');
