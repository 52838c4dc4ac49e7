import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { type Expression, ExpressionError, type Operator, PRECEDENCE } from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Limits for one expression: the number of operands and operators, and of nested parentheses and calls. */
const MAX_NODES = 1_000;
const MAX_LEVELS = 100;

const LEVEL_OF = new Map<string, number>(
  PRECEDENCE.flatMap((operators, level) => operators.map((operator) => [operator, level])),
);

/**
 * Parses an XLSForm expression (XPath 1.0 with `${field}`) by precedence climbing. Throws ExpressionError. Names and types
 * are checked later.
 */
export const parseExpression = (text: string): Expression => {
  const max = workbookLimits.expression;
  if (text.length > max) {
    throw new ExpressionError(
      max,
      sentence`An expression may have at most ${max} characters; this one has ${text.length}.`,
    );
  }
  const tokens = tokensOf(text);
  let index = 0;
  let nodes = 0;
  let levels = 0;

  const next = () => tokens[index]!;
  const take = () => tokens[index++]!;
  const takeSign = (sign: string): boolean => {
    const isNext = next().kind === 'sign' && next().text === sign;
    if (isNext) index++;
    return isNext;
  };
  const reject = (at: number, reason: Sentence): never => {
    throw new ExpressionError(at, reason);
  };
  const count = <Node extends Expression>(node: Node): Node => {
    if (++nodes > MAX_NODES) reject(node.at, sentence`An expression may have at most ${MAX_NODES} parts.`);
    return node;
  };
  const nest = <Result>(at: number, parse: () => Result): Result => {
    if (++levels > MAX_LEVELS)
      reject(at, sentence`An expression can be nested at most ${MAX_LEVELS} levels deep.`);
    const result = parse();
    levels--;
    return result;
  };

  /** Parses an operand, and every operator that binds at least as tightly as `level` with its right side. */
  const parseFrom = (level: number): Expression => {
    let left = parseOperand();
    for (;;) {
      const operator = operatorAt(next());
      const operatorLevel = operator === undefined ? -1 : LEVEL_OF.get(operator)!;
      if (operator === undefined || operatorLevel < level) return left;
      take();
      left = count({ kind: 'operation', at: left.at, operator, left, right: parseFrom(operatorLevel + 1) });
    }
  };

  const parseOperand = (): Expression => {
    const token = take();
    const { at, kind, text } = token;
    switch (kind) {
      case 'number':
        return count({ kind: 'literal', at, value: Number(text) });
      case 'text':
        return count({ kind: 'literal', at, value: text });
      case 'reference':
        return count({ kind: 'reference', at, name: text });
      case 'word':
        return takeSign('(') ? parseCall(token) : count({ kind: 'attribute', at, name: text });
      case 'sign':
        return parseSign(token);
      case 'end':
        return reject(
          at,
          index === 1
            ? sentence`The expression is empty.`
            : sentence`The expression ends where a value is expected.`,
        );
    }
  };

  const parseSign = ({ at, text }: Token): Expression => {
    if (text === '-') return count({ kind: 'negate', at, operand: nest(at, () => parseOperand()) });
    if (text === '.') return count({ kind: 'self', at });
    if (text === '..') return count({ kind: 'entry', at });
    if (text === '=' && tokens[index - 2]?.text === '=') reject(at, sentence`Use a single = for 'equal to'.`);
    if (text !== '(') return reject(at, sentence`A value is expected here, not ${text}.`);
    const inner = nest(at, () => parseFrom(0));
    expectClosing(at);
    return inner;
  };

  const parseCall = ({ at, text: name }: Token): Expression => {
    const args: Expression[] = [];
    const openedAt = tokens[index - 1]!.at;
    if (!takeSign(')')) {
      nest(at, () => {
        do args.push(parseFrom(0));
        while (takeSign(','));
      });
      expectClosing(openedAt);
    }
    return count({ kind: 'call', at, name, args: name === CHOICE_NAME ? withField(args) : args });
  };

  const expectClosing = (openedAt: number) => {
    if (takeSign(')')) return;
    const { at, kind } = next();
    if (kind === 'end') reject(openedAt, sentence`This parenthesis is not closed.`);
    reject(at, sentence`An operator, a comma or a closing parenthesis is expected here.`);
  };

  const expression = parseFrom(0);
  const rest = next();
  if (rest.kind !== 'end') reject(rest.at, hintForRest(rest));
  return expression;
};

/** In XLSForm, the second argument of this function is a reference in quotes. It counts as a dependency. */
const CHOICE_NAME = 'jr:choice-name';
const FIELD_AS_TEXT = /^\$\{\s*([A-Za-z_][\w.-]*)\s*\}$/;
const withField = (args: Expression[]): Expression[] => {
  const field = args[1];
  const [, name] = (field?.kind === 'literal' && FIELD_AS_TEXT.exec(String(field.value))) || [];
  return name === undefined ? args : args.with(1, { kind: 'reference', at: field!.at, name });
};

/** `and`, `or`, `div` and `mod` are operators only after an operand. */
const operatorAt = ({ kind, text }: Token): Operator | undefined =>
  (kind === 'sign' || kind === 'word') && LEVEL_OF.has(text) ? (text as Operator) : undefined;

const hintForRest = ({ kind, text }: Token): Sentence => {
  if (text === ')') return sentence`This closing parenthesis has no opening parenthesis.`;
  const lower = text.toLowerCase();
  return kind === 'word' && LEVEL_OF.has(lower)
    ? sentence`Write operators in lower case: ${lower}.`
    : sentence`An operator or the end of the expression is expected here.`;
};
