import { parseNumber, WORDS } from './literals.ts';
import { invalidQuery, quote } from './odata-problems.ts';
import {
  ARITHMETIC,
  type Arithmetic,
  COMPARISONS,
  type Comparison,
  type Expression,
  type Literal,
  type OrderItem,
} from './syntax.ts';
import { type Token, tokenize } from './tokens.ts';
import { formatHintForOperator, formatHintForSymbol, OPERATOR_EXPECTED } from './version-4.ts';

/*
 * A precedence-climbing parser: `parseFrom(p)` parses an operand, then every operator of at least precedence p, each
 * with a right-hand side of higher-precedence operators. Precedence follows MS-ODATA 2.2.3.6.1.1.2: `not` and the minus
 * sign bind tightest, so `not Title eq 'x'` means `(not Title) eq 'x'`, which the binder rejects.
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
 * See decision O12. The contract guarantees at least 1,000 nodes and 100 levels. The limit on levels is higher, because
 * some clients parenthesise every condition in a chain.
 */
const MAX_NODES = 2_000;
const MAX_LEVELS = 500;
/** PostgreSQL can sort by at most 1,664 columns, including the row's own. */
const MAX_ORDER_KEYS = 1_000;

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
    const isDescending = parser.takeWord('desc');
    const hasDirection = isDescending || parser.takeWord('asc');
    if (items.push({ expression, isDescending }) > MAX_ORDER_KEYS) {
      throw invalidQuery('$orderby', expression.position, `there are more than ${MAX_ORDER_KEYS} keys`);
    }
    if (parser.takeSymbol(',')) continue;
    parser.expectEnd(hasDirection ? 'expected a comma or the end' : undefined);
    return items;
  }
};

const isComparison = (word: string): word is Comparison => (COMPARISONS as readonly string[]).includes(word);
const isArithmetic = (word: string): word is Arithmetic => (ARITHMETIC as readonly string[]).includes(word);

const createParser = (option: string, text: string) => {
  const tokens = tokenize(option, text);
  let index = 0;
  let nodes = 0;
  let levels = 0;

  const peekToken = (): Token => tokens[index]!;
  const reject = (position: number, reason: string): never => {
    throw invalidQuery(option, position, reason);
  };
  const takeToken = (kind: Token['kind'], text: string): boolean => {
    const isNext = peekToken().kind === kind && peekToken().text === text;
    if (isNext) index++;
    return isNext;
  };
  const takeSymbol = (symbol: string) => takeToken('symbol', symbol);
  const takeWord = (word: string) => takeToken('word', word);
  const expectSymbol = (symbol: string, place: string) => {
    if (takeSymbol(symbol)) return;
    const token = peekToken();
    const isPunctuation = '(),:'.includes(token.text);
    reject(
      token.position,
      isPunctuation ? `${quote(symbol)} is missing ${place}` : describeUnexpectedToken(token),
    );
  };
  const countNode = (expression: Expression): Expression => {
    if (++nodes > MAX_NODES)
      reject(expression.position, `the expression has more than ${MAX_NODES} operands and operators`);
    return expression;
  };
  const parseNested = <Result>(position: number, parse: () => Result): Result => {
    if (++levels > MAX_LEVELS)
      reject(position, `the expression is nested more than ${MAX_LEVELS} levels deep`);
    const result = parse();
    levels--;
    return result;
  };

  const parseFrom = (minPrecedence: number): Expression => {
    let left = parseOperand();
    for (;;) {
      const { kind, position, text: operator } = peekToken();
      const precedence = kind === 'word' && Object.hasOwn(PRECEDENCE, operator) ? PRECEDENCE[operator]! : 0;
      if (precedence < minPrecedence) return left;
      index++;
      left = combine(left, { operator, position, right: parseFrom(precedence + 1) });
    }
  };

  const combine = (
    left: Expression,
    { operator, position, right }: { operator: string; position: number; right: Expression },
  ): Expression => {
    if (isComparison(operator)) return countNode({ kind: 'comparison', position, operator, left, right });
    if (isArithmetic(operator)) return countNode({ kind: 'arithmetic', position, operator, left, right });
    const kind = operator as 'and' | 'or';
    if (left.kind === kind && !parenthesizedNodes.has(left)) {
      left.operands.push(right);
      return left;
    }
    return countNode({ kind, position, operands: [left, right] });
  };
  /** A parenthesised chain, as in `(a or b) or c`, stays a separate node. */
  const parenthesizedNodes = new WeakSet<Expression>();

  const parseOperand = (): Expression => {
    const token = peekToken();
    index++;
    switch (token.kind) {
      case 'literal':
        return countNode(token);
      case 'number':
        return parseNumberLiteral(token.position, token.text);
      case 'symbol':
        return parseSymbol(token);
      case 'word':
        return parseWord(token);
      case 'end':
        return reject(token.position, 'the expression ends where a value is expected');
    }
  };

  const parseNumberLiteral = (position: number, text: string): Expression => {
    const literal = parseNumber(text);
    if ('error' in literal) return reject(position, literal.error);
    return countNode({ kind: 'literal', position, text, literal });
  };

  const parseSymbol = ({ position, text }: Token): Expression => {
    if (text === '(') {
      const expression = parseNested(position, () => parseFrom(LOWEST_PRECEDENCE));
      expectSymbol(')', `for the '(' at position ${position}`);
      parenthesizedNodes.add(expression);
      return expression;
    }
    if (text !== '-') return reject(position, `expected a value, not ${quote(text)}`);
    const { kind, text: digits } = peekToken();
    if (kind === 'number') {
      // Parses the sign with the number: the smallest Int32 has no positive counterpart.
      index++;
      return parseNumberLiteral(position, `-${digits}`);
    }
    if (kind === 'literal' && digits.startsWith('INF')) {
      index++;
      const literal: Literal = { ...WORDS[digits]!, value: '-Infinity' };
      return countNode({ kind: 'literal', position, text: `-${digits}`, literal });
    }
    return countNode({ kind: 'negate', position, operand: parseNested(position, parseOperand) });
  };

  const parseWord = ({ position, text: name }: Token): Expression => {
    // In any capitalisation, `not` is never a property name.
    if (name.toLowerCase() === 'not' && name !== 'not') reject(position, formatHintForOperator(name));
    if (name === 'not')
      return countNode({ kind: 'not', position, operand: parseNested(position, parseOperand) });
    if (Object.hasOwn(PRECEDENCE, name)) reject(position, `expected a value, not ${quote(name)}`);
    if (takeSymbol('(')) return parseNested(position, () => parseCall(position, name));
    if (takeSymbol('/'))
      reject(position, `paths, any and all are not supported: ${quote(name)} has no properties`);
    return countNode({ kind: 'property', position, name });
  };

  const parseCall = (position: number, name: string): Expression => {
    const args: Expression[] = [];
    if (!takeSymbol(')')) {
      do args.push(parseFrom(LOWEST_PRECEDENCE));
      while (takeSymbol(','));
      expectSymbol(')', `after the arguments of ${quote(name)}`);
    }
    return countNode({ kind: 'call', position, name, args });
  };

  const expectEnd = (hint?: string) => {
    const token = peekToken();
    if (token.kind !== 'end') reject(token.position, hint ?? describeUnexpectedToken(token));
  };

  return { parseFrom, takeWord, takeSymbol, expectEnd };
};

/** Describes a token that follows a complete operand but is not an operator. */
const describeUnexpectedToken = ({ kind, text }: Token): string => {
  if (kind === 'word') return formatHintForOperator(text);
  return kind === 'symbol' ? formatHintForSymbol(text) : OPERATOR_EXPECTED;
};
