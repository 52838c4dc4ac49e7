import { readNumber, WORDS } from './literals.ts';
import { queryNotValid, quoted } from './odata-problems.ts';
import {
  ARITHMETIC,
  type Arithmetic,
  COMPARISONS,
  type Comparison,
  type Expression,
  type OrderItem,
} from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';
import { hintForOperator, hintForSign } from './version-4.ts';

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

export const parseFilter = (text: string): Expression => {
  const parser = createParser('$filter', text);
  const expression = parser.parseFrom(LOOSEST);
  parser.mustEnd();
  return expression;
};

export const parseOrderBy = (text: string): OrderItem[] => {
  const parser = createParser('$orderby', text);
  const items: OrderItem[] = [];
  do {
    const expression = parser.parseFrom(LOOSEST);
    const descending = parser.takeWord('desc');
    if (!descending) parser.takeWord('asc');
    items.push({ expression, descending });
  } while (parser.takeSign(','));
  parser.mustEnd();
  return items;
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
    const { kind, at, text } = next();
    if (kind === 'word') refuse(at, hintForOperator(text));
    refuse(at, `${quoted(sign)} is expected here ${why}`);
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
        return counted({ kind: 'literal', at: token.at, literal: token.literal });
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
    return counted({ kind: 'literal', at, literal });
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
      return counted({ kind: 'literal', at, literal: { ...WORDS[digits]!, value: '-Infinity' } });
    }
    return counted({ kind: 'negate', at, operand: nested(at, parseOperand) });
  };

  const parseWord = ({ at, text: name }: Token): Expression => {
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

  const mustEnd = () => {
    const { kind, at, text } = next();
    if (kind === 'end') return;
    refuse(at, kind === 'word' ? hintForOperator(text) : hintForSign(text));
  };

  return { parseFrom, takeWord, takeSign, mustEnd };
};
