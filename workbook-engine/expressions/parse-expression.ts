import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { type Expression, ExpressionError, type Operator, PRECEDENCE } from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Limits for one expression: operands and operators, and nested parentheses and calls. */
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
      sentence`An expression has at most ${max} characters; this one has ${text.length}.`,
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
  const node = <Node extends Expression>(made: Node): Node => {
    if (++nodes > MAX_NODES) reject(made.at, sentence`An expression has at most ${MAX_NODES} parts.`);
    return made;
  };
  const deeper = <Read>(at: number, read: () => Read): Read => {
    if (++levels > MAX_LEVELS) reject(at, sentence`An expression is at most ${MAX_LEVELS} levels deep.`);
    const result = read();
    levels--;
    return result;
  };

  /** An operand, and every operator that binds at least as tightly as `level`, each with its right side. */
  const readFrom = (level: number): Expression => {
    let left = readOperand();
    for (;;) {
      const operator = operatorAt(next());
      const itsLevel = operator === undefined ? -1 : LEVEL_OF.get(operator)!;
      if (operator === undefined || itsLevel < level) return left;
      take();
      left = node({ kind: 'operation', at: left.at, operator, left, right: readFrom(itsLevel + 1) });
    }
  };

  const readOperand = (): Expression => {
    const token = take();
    const { at, kind, text } = token;
    switch (kind) {
      case 'number':
        return node({ kind: 'literal', at, value: Number(text) });
      case 'text':
        return node({ kind: 'literal', at, value: text });
      case 'reference':
        return node({ kind: 'reference', at, name: text });
      case 'word':
        return takeSign('(') ? readCall(token) : node({ kind: 'attribute', at, name: text });
      case 'sign':
        return readSign(token);
      case 'end':
        return reject(
          at,
          index === 1 ? sentence`There is no expression.` : sentence`Something is missing at the end.`,
        );
    }
  };

  const readSign = ({ at, text }: Token): Expression => {
    if (text === '-') return node({ kind: 'negate', at, operand: deeper(at, () => readOperand()) });
    if (text === '.') return node({ kind: 'self', at });
    if (text === '..') return node({ kind: 'entry', at });
    if (text === '=' && tokens[index - 2]?.text === '=') reject(at, sentence`Use a single = for 'equal to'.`);
    if (text !== '(') return reject(at, sentence`A value is expected here, not ${text}.`);
    const inner = deeper(at, () => readFrom(0));
    mustClose(at);
    return inner;
  };

  const readCall = ({ at, text: name }: Token): Expression => {
    const args: Expression[] = [];
    const openedAt = tokens[index - 1]!.at;
    if (!takeSign(')')) {
      deeper(at, () => {
        do args.push(readFrom(0));
        while (takeSign(','));
      });
      mustClose(openedAt);
    }
    return node({ kind: 'call', at, name, args: name === CHOICE_NAME ? withField(args) : args });
  };

  const mustClose = (openedAt: number) => {
    if (takeSign(')')) return;
    const { at, kind } = next();
    if (kind === 'end') reject(openedAt, sentence`The parenthesis that is opened here is not closed.`);
    reject(at, sentence`An operator, a comma or a closing parenthesis is expected here.`);
  };

  const expression = readFrom(0);
  const after = next();
  if (after.kind !== 'end') reject(after.at, afterTheEnd(after));
  return expression;
};

/** In XLSForm the second argument of this function is a reference inside a text. It counts as a dependency. */
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

const afterTheEnd = ({ kind, text }: Token): Sentence => {
  if (text === ')') return sentence`No parenthesis is open here.`;
  const lower = text.toLowerCase();
  return kind === 'word' && LEVEL_OF.has(lower)
    ? sentence`Write operators in lower case: ${lower}.`
    : sentence`An operator or the end is expected here.`;
};
