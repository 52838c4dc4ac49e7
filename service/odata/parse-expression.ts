import { readNumber, WORDS } from './literals.ts';
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
 * Text to syntax, by precedence climbing: `parseFrom(p)` reads an operand and then every operator that binds at least
 * as tightly as p, each with a right side of operators that bind tighter still. Refused here: syntax, and what is too
 * large; names and types are the binder's. Precedence as MS-ODATA 2.2.3.6.1.1.2 has it: `not` and the minus sign bind
 * tightest, so `not Title eq 'x'` means `(not Title) eq 'x'`, which the binder refuses.
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
const LOOSEST = 1;

/**
 * What is served (decision O12): promised are 1,000 nodes and 100 levels, counted in whatever way. More levels than
 * that, for some clients put a pair of parentheses around every condition of a chain.
 */
const MOST_NODES = 2_000;
const MOST_LEVELS = 500;
/** PostgreSQL sorts by 1,664 columns at most, those of the row included. */
const MOST_KEYS = 1_000;

export const parseFilter = (text: string): Expression => {
  const parser = createParser('$filter', text);
  const expression = parser.parseFrom(LOOSEST);
  parser.mustEnd();
  return expression;
};

export const parseOrderBy = (text: string): OrderItem[] => {
  const parser = createParser('$orderby', text);
  const items: OrderItem[] = [];
  for (;;) {
    const expression = parser.parseFrom(LOOSEST);
    const descending = parser.takeWord('desc');
    const isDirected = descending || parser.takeWord('asc');
    if (items.push({ expression, descending }) > MOST_KEYS) {
      throw queryNotValid('$orderby', expression.at, `there are more than ${MOST_KEYS} keys`);
    }
    if (parser.takeSign(',')) continue;
    parser.mustEnd(isDirected ? 'a comma or the end is expected here' : undefined);
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
  const refuse = (at: number, reason: string): never => {
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
  const mustTakeSign = (sign: string, why: string) => {
    if (takeSign(sign)) return;
    const token = next();
    const isPunctuation = '(),:'.includes(token.text);
    refuse(token.at, isPunctuation ? `${quoted(sign)} is expected here ${why}` : hintForRest(token));
  };
  const counted = (expression: Expression): Expression => {
    if (++nodes > MOST_NODES) refuse(expression.at, `the expression has more than ${MOST_NODES} parts`);
    return expression;
  };
  const nested = <Result>(at: number, parse: () => Result): Result => {
    if (++levels > MOST_LEVELS) refuse(at, `the expression is nested more than ${MOST_LEVELS} levels deep`);
    const result = parse();
    levels--;
    return result;
  };

  const parseFrom = (loosest: number): Expression => {
    let left = parseOperand();
    for (;;) {
      const { kind, at, text: operator } = next();
      const precedence = kind === 'word' && Object.hasOwn(PRECEDENCE, operator) ? PRECEDENCE[operator]! : 0;
      if (precedence < loosest) return left;
      index++;
      left = joined(left, { operator, at, right: parseFrom(precedence + 1) });
    }
  };

  const joined = (
    left: Expression,
    { operator, at, right }: { operator: string; at: number; right: Expression },
  ): Expression => {
    if (isComparison(operator)) return counted({ kind: 'comparison', at, operator, left, right });
    if (isArithmetic(operator)) return counted({ kind: 'arithmetic', at, operator, left, right });
    const kind = operator as 'and' | 'or';
    if (left.kind === kind && !inParentheses.has(left)) {
      left.operands.push(right);
      return left;
    }
    return counted({ kind, at, operands: [left, right] });
  };
  /** `(a or b) or c` is kept as it is written. */
  const inParentheses = new WeakSet<Expression>();

  const parseOperand = (): Expression => {
    const token = next();
    index++;
    switch (token.kind) {
      case 'literal':
        return counted(token);
      case 'number':
        return parseNumber(token.at, token.text);
      case 'sign':
        return parseSign(token);
      case 'word':
        return parseWord(token);
      case 'end':
        return refuse(token.at, 'the expression ends where a value is expected');
    }
  };

  const parseNumber = (at: number, text: string): Expression => {
    const literal = readNumber(text);
    if ('fault' in literal) return refuse(at, literal.fault);
    return counted({ kind: 'literal', at, text, literal });
  };

  const parseSign = ({ at, text }: Token): Expression => {
    if (text === '(') {
      const expression = nested(at, () => parseFrom(LOOSEST));
      mustTakeSign(')', `to close the one at position ${at}`);
      inParentheses.add(expression);
      return expression;
    }
    if (text !== '-') return refuse(at, `${quoted(text)} stands where a value is expected`);
    const { kind, text: digits } = next();
    if (kind === 'number') {
      // The sign belongs to the number: the smallest Int32 has no positive twin.
      index++;
      return parseNumber(at, `-${digits}`);
    }
    if (kind === 'literal' && digits.startsWith('INF')) {
      index++;
      const literal: Literal = { ...WORDS[digits]!, value: '-Infinity' };
      return counted({ kind: 'literal', at, text: `-${digits}`, literal });
    }
    return counted({ kind: 'negate', at, operand: nested(at, parseOperand) });
  };

  const parseWord = ({ at, text: name }: Token): Expression => {
    // In whatever letter case, no property is called so.
    if (name.toLowerCase() === 'not' && name !== 'not') refuse(at, hintForOperator(name));
    if (name === 'not') return counted({ kind: 'not', at, operand: nested(at, parseOperand) });
    if (Object.hasOwn(PRECEDENCE, name)) refuse(at, `${quoted(name)} stands where a value is expected`);
    if (takeSign('(')) return nested(at, () => parseCall(at, name));
    if (takeSign('/')) refuse(at, `paths are not supported: ${quoted(name)} has no properties, any or all`);
    return counted({ kind: 'property', at, name });
  };

  const parseCall = (at: number, name: string): Expression => {
    const args: Expression[] = [];
    if (!takeSign(')')) {
      do args.push(parseFrom(LOOSEST));
      while (takeSign(','));
      mustTakeSign(')', `to close the arguments of ${quoted(name)}`);
    }
    return counted({ kind: 'call', at, name, args });
  };

  const mustEnd = (hint?: string) => {
    const token = next();
    if (token.kind !== 'end') refuse(token.at, hint ?? hintForRest(token));
  };

  return { parseFrom, takeWord, takeSign, mustEnd };
};

/** Something that follows a whole operand, and is no operator. */
const hintForRest = ({ kind, text }: Token): string => {
  if (kind === 'word') return hintForOperator(text);
  return kind === 'sign' ? hintForSign(text) : OPERATOR_EXPECTED;
};
