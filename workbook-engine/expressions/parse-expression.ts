import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Message, msg } from '#i18n/message.ts';
import { type Expression, ExpressionError, type Operator, PRECEDENCE } from './syntax.ts';
import { type Token, tokenize } from './tokens.ts';

const MAX_NODES = 1_000;
const MAX_LEVELS = 100;

const OPERATOR_LEVELS = new Map<string, number>(
  PRECEDENCE.flatMap((operators, level) => operators.map((operator) => [operator, level])),
);

/** Parses an XPath 1.0 expression with references such as `${Height}`, or throws an ExpressionError. */
export const parseExpression = (text: string): Expression => {
  const max = workbookLimits.expression;
  if (text.length > max) {
    throw new ExpressionError(
      max,
      msg`An expression may have at most ${max} characters; this one has ${text.length}.`,
    );
  }
  const tokens = tokenize(text);
  let index = 0;
  let nodes = 0;
  let levels = 0;

  const next = () => tokens[index]!;
  const take = () => tokens[index++]!;
  const takeSymbol = (symbol: string): boolean => {
    const isNext = next().kind === 'symbol' && next().text === symbol;
    if (isNext) index++;
    return isNext;
  };
  const reject = (position: number, reason: Message): never => {
    throw new ExpressionError(position, reason);
  };
  const count = <Node extends Expression>(node: Node): Node => {
    if (++nodes > MAX_NODES)
      reject(node.position, msg`An expression may have at most ${MAX_NODES} operands and operators.`);
    return node;
  };
  const nest = <Result>(position: number, parse: () => Result): Result => {
    if (++levels > MAX_LEVELS)
      reject(position, msg`An expression can be nested at most ${MAX_LEVELS} levels deep.`);
    const result = parse();
    levels--;
    return result;
  };

  /** Parses an operand and all following operations of at least precedence `level`. */
  const parseFrom = (level: number): Expression => {
    let left = parseOperand();
    for (;;) {
      const operator = readOperator(next());
      const operatorLevel = operator === undefined ? -1 : OPERATOR_LEVELS.get(operator)!;
      if (operator === undefined || operatorLevel < level) return left;
      take();
      left = count({
        kind: 'operation',
        position: left.position,
        operator,
        left,
        right: parseFrom(operatorLevel + 1),
      });
    }
  };

  const parseOperand = (): Expression => {
    const token = take();
    const { position, kind, text } = token;
    switch (kind) {
      case 'number':
        return count({ kind: 'literal', position, value: Number(text) });
      case 'text':
        return count({ kind: 'literal', position, value: text });
      case 'reference':
        return count({ kind: 'reference', position, name: text });
      case 'word':
        return takeSymbol('(') ? parseCall(token) : count({ kind: 'attribute', position, name: text });
      case 'symbol':
        return parseSymbol(token);
      case 'end':
        return reject(
          position,
          index === 1 ? msg`The expression is empty.` : msg`The expression ends where a value is expected.`,
        );
    }
  };

  const parseSymbol = ({ position, text }: Token): Expression => {
    if (text === '-')
      return count({ kind: 'negate', position, operand: nest(position, () => parseOperand()) });
    if (text === '.') return count({ kind: 'self', position });
    if (text === '..') return count({ kind: 'parent', position });
    if (text === '=' && tokens[index - 2]?.text === '=')
      reject(position, msg`Use a single = for 'equal to'.`);
    if (text !== '(') return reject(position, msg`A value is expected here, not ${text}.`);
    const inner = nest(position, () => parseFrom(0));
    requireClosingParenthesis(position);
    return inner;
  };

  const parseCall = ({ position, text: name }: Token): Expression => {
    const args: Expression[] = [];
    const openingPosition = tokens[index - 1]!.position;
    if (!takeSymbol(')')) {
      nest(position, () => {
        do args.push(parseFrom(0));
        while (takeSymbol(','));
      });
      requireClosingParenthesis(openingPosition);
    }
    return count({
      kind: 'call',
      position,
      name,
      args: name === CHOICE_NAME ? convertFieldArgument(args) : args,
    });
  };

  const requireClosingParenthesis = (openingPosition: number) => {
    if (takeSymbol(')')) return;
    const { position, kind } = next();
    if (kind === 'end') reject(openingPosition, msg`This parenthesis is not closed.`);
    reject(position, msg`An operator, a comma or a closing parenthesis is expected here.`);
  };

  const expression = parseFrom(0);
  const following = next();
  if (following.kind !== 'end') reject(following.position, findHint(following));
  return expression;
};

/** The second argument is a quoted reference, parsed as a reference so that the field becomes a dependency. */
const CHOICE_NAME = 'jr:choice-name';
const QUOTED_FIELD_PATTERN = /^\$\{\s*([A-Za-z_][\w.-]*)\s*\}$/;
const convertFieldArgument = (args: Expression[]): Expression[] => {
  const field = args[1];
  const [, name] = (field?.kind === 'literal' && QUOTED_FIELD_PATTERN.exec(String(field.value))) || [];
  return name === undefined ? args : args.with(1, { kind: 'reference', position: field!.position, name });
};

/** `and`, `or`, `div` and `mod` are operators only when they follow an operand. */
const readOperator = ({ kind, text }: Token): Operator | undefined =>
  (kind === 'symbol' || kind === 'word') && OPERATOR_LEVELS.has(text) ? (text as Operator) : undefined;

const findHint = ({ kind, text }: Token): Message => {
  if (text === ')') return msg`This closing parenthesis has no opening parenthesis.`;
  const lower = text.toLowerCase();
  return kind === 'word' && OPERATOR_LEVELS.has(lower)
    ? msg`Write operators in lower case: ${lower}.`
    : msg`An operator or the end of the expression is expected here.`;
};
