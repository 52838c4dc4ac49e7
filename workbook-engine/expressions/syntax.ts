import { LocalizableError, type Message } from '#i18n/message.ts';

/** Ordered from lowest to highest precedence (XPath 1.0, §3). */
export const PRECEDENCE = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
] as const;
export type Operator = (typeof PRECEDENCE)[number][number];

/** A parsed expression. `position` is the zero-based position of its first character. */
export type Expression = { position: number } & (
  | { kind: 'literal'; value: string | number }
  /** `${Height}` */
  | { kind: 'reference'; name: string }
  /** `.`: the answer that a constraint checks. */
  | { kind: 'self' }
  /** `..`: the repeat instance that contains the field. `position(..)` is its position, starting at 1. */
  | { kind: 'parent' }
  /** An attribute of the choices in a choice filter. */
  | { kind: 'attribute'; name: string }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'negate'; operand: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression }
);

/** `position` is the zero-based position of the error in the expression. */
export class ExpressionError extends LocalizableError {
  readonly position: number;

  constructor(position: number, message: Message) {
    super(message);
    this.position = position;
  }
}

/** Lists the expression itself and all its parts, in preorder. */
export const listParts = (expression: Expression): Expression[] => {
  const parts: Expression[] = [];
  const add = (part: Expression): void => {
    parts.push(part);
    for (const operand of listOperands(part)) add(operand);
  };
  add(expression);
  return parts;
};

const listOperands = (expression: Expression): readonly Expression[] => {
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

export const listReferences = (expression: Expression): { name: string; position: number }[] =>
  listParts(expression).filter((part) => part.kind === 'reference');
