import { parseNumber, WORDS } from './literals.ts';
import { queryNotValid, quoted } from './odata-problems.ts';
import {
  ARITHMETIC,
  type Arithmetic,
  COMPARISONS,
  type Comparison,
  type Expression,
  type Literal,
  type OrderItem,
} from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';
import { hintForOperator, hintForSign, OPERATOR_EXPECTED } from './version-4.ts';

/*
 * A precedence-climbing parser: `parseFrom(p)` parses an operand, and every operator with at least precedence p together with a
 * right side of operators with higher precedence. It rejects syntax errors and expressions that are too large; the binder
 * checks names and types. Precedence is as in MS-ODATA 2.2.3.6.1.1.2: `not` and the minus sign bind tightest, so
 * `not Title eq 'x'` means `(not Title) eq 'x'`, which the binder rejects.
 */
const PRECEDENCE: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  eq: 3,
  ne: 3,
  lt: 4,
  le: 4,
  gt: 4,
  ge: 4,
  add: 5,
  sub: 5,
  mul: 6,
  div: 6,
  mod: 6,
};
const LOWEST_PRECEDENCE = 1;

/**
 * Limits (decision O12). The contract promises at least 1,000 nodes and 100 levels, however they are counted. More levels
 * are allowed because some clients put a pair of parentheses around every condition of a chain.
 */
const MAX_NODES = 2_000;
const MAX_LEVELS = 500;
/** PostgreSQL sorts by at most 1,664 columns, including those of the row. */
const MAX_KEYS = 1_000;

export const parseFilter = (text: string): Expression => {
  const parser = createParser('$filter', text);
  const expression = parser.parseFrom(LOWEST_PRECEDENCE);
  parser.expectEnd();
  return expression;
};

export const parseOrderBy = (text: string): OrderItem[] => {
  const parser = createParser('$orderby', text);
  const items: OrderItem[] = [];
  for (;;) {
    const expression = parser.parseFrom(LOWEST_PRECEDENCE);
    const descending = parser.takeWord('desc');
    const hasDirection = descending || parser.takeWord('asc');
    if (items.push({ expression, descending }) > MAX_KEYS) {
      throw queryNotValid('$orderby', expression.at, `there are more than ${MAX_KEYS} keys`);
    }
    if (parser.takeSign(',')) continue;
    parser.expectEnd(hasDirection ? 'a comma or the end is expected here' : undefined);
    return items;
  }
};

const isComparison = (word: string): word is Comparison => (COMPARISONS as readonly string[]).includes(word);
const isArithmetic = (word: string): word is Arithmetic => (ARITHMETIC as readonly string[]).includes(word);

const createParser = (option: string, text: string) => {
  const tokens = tokensOf(option, text);
  let index = 0;
  let nodes = 0;
  let levels = 0;

  const next = (): Token => tokens[index]!;
  const reject = (at: number, reason: string): never => {
    throw queryNotValid(option, at, reason);
  };
  const takeSign = (sign: string): boolean => {
    const { kind, text } = next();
    if (kind !== 'sign' || text !== sign) return false;
    index++;
    return true;
  };
  const takeWord = (word: string): boolean => {
    const { kind, text } = next();
    if (kind !== 'word' || text !== word) return false;
    index++;
    return true;
  };
  const expectSign = (sign: string, purpose: string) => {
    if (takeSign(sign)) return;
    const token = next();
    const isPunctuation = '(),:'.includes(token.text);
    reject(token.at, isPunctuation ? `${quoted(sign)} is expected here ${purpose}` : hintForRest(token));
  };
  const count = (expression: Expression): Expression => {
    if (++nodes > MAX_NODES) reject(expression.at, `the expression has more than ${MAX_NODES} parts`);
    return expression;
  };
  const nest = <Result>(at: number, parse: () => Result): Result => {
    if (++levels > MAX_LEVELS) reject(at, `the expression is nested more than ${MAX_LEVELS} levels deep`);
    const result = parse();
    levels--;
    return result;
  };

  const parseFrom = (minPrecedence: number): Expression => {
    let left = parseOperand();
    for (;;) {
      const { kind, at, text: operator } = next();
      const precedence = kind === 'word' && Object.hasOwn(PRECEDENCE, operator) ? PRECEDENCE[operator]! : 0;
      if (precedence < minPrecedence) return left;
      index++;
      left = combine(left, { operator, at, right: parseFrom(precedence + 1) });
    }
  };

  const combine = (
    left: Expression,
    { operator, at, right }: { operator: string; at: number; right: Expression },
  ): Expression => {
    if (isComparison(operator)) return count({ kind: 'comparison', at, operator, left, right });
    if (isArithmetic(operator)) return count({ kind: 'arithmetic', at, operator, left, right });
    const kind = operator as 'and' | 'or';
    if (left.kind === kind && !inParentheses.has(left)) {
      left.operands.push(right);
      return left;
    }
    return count({ kind, at, operands: [left, right] });
  };
  /** A chain in parentheses, as in `(a or b) or c`, remains a separate node. */
  const inParentheses = new WeakSet<Expression>();

  const parseOperand = (): Expression => {
    const token = next();
    index++;
    switch (token.kind) {
      case 'literal':
        return count(token);
      case 'number':
        return parseNumberLiteral(token.at, token.text);
      case 'sign':
        return parseSign(token);
      case 'word':
        return parseWord(token);
      case 'end':
        return reject(token.at, 'the expression ends where a value is expected');
    }
  };

  const parseNumberLiteral = (at: number, text: string): Expression => {
    const literal = parseNumber(text);
    if ('error' in literal) return reject(at, literal.error);
    return count({ kind: 'literal', at, text, literal });
  };

  const parseSign = ({ at, text }: Token): Expression => {
    if (text === '(') {
      const expression = nest(at, () => parseFrom(LOWEST_PRECEDENCE));
      expectSign(')', `to close the one at position ${at}`);
      inParentheses.add(expression);
      return expression;
    }
    if (text !== '-') return reject(at, `${quoted(text)} is not a value; a value is expected here`);
    const { kind, text: digits } = next();
    if (kind === 'number') {
      // The sign is part of the number, because the smallest Int32 has no positive counterpart.
      index++;
      return parseNumberLiteral(at, `-${digits}`);
    }
    if (kind === 'literal' && digits.startsWith('INF')) {
      index++;
      const literal: Literal = { ...WORDS[digits]!, value: '-Infinity' };
      return count({ kind: 'literal', at, text: `-${digits}`, literal });
    }
    return count({ kind: 'negate', at, operand: nest(at, parseOperand) });
  };

  const parseWord = ({ at, text: name }: Token): Expression => {
    // No property has this name, even in another case.
    if (name.toLowerCase() === 'not' && name !== 'not') reject(at, hintForOperator(name));
    if (name === 'not') return count({ kind: 'not', at, operand: nest(at, parseOperand) });
    if (Object.hasOwn(PRECEDENCE, name))
      reject(at, `${quoted(name)} is not a value; a value is expected here`);
    if (takeSign('(')) return nest(at, () => parseCall(at, name));
    if (takeSign('/')) reject(at, `paths are not supported: ${quoted(name)} has no properties, any or all`);
    return count({ kind: 'property', at, name });
  };

  const parseCall = (at: number, name: string): Expression => {
    const args: Expression[] = [];
    if (!takeSign(')')) {
      do args.push(parseFrom(LOWEST_PRECEDENCE));
      while (takeSign(','));
      expectSign(')', `to close the arguments of ${quoted(name)}`);
    }
    return count({ kind: 'call', at, name, args });
  };

  const expectEnd = (hint?: string) => {
    const token = next();
    if (token.kind !== 'end') reject(token.at, hint ?? hintForRest(token));
  };

  return { parseFrom, takeWord, takeSign, expectEnd };
};

/** Hint for a token after a complete operand that is not an operator. */
const hintForRest = ({ kind, text }: Token): string => {
  if (kind === 'word') return hintForOperator(text);
  return kind === 'sign' ? hintForSign(text) : OPERATOR_EXPECTED;
};
