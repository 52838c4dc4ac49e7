import type { Expression, Literal } from '#service/odata/syntax.ts';

/* Converts a syntax tree to text, using as few parentheses as possible. */

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
const UNARY = 7;
const PRIMARY = 8;

export const printExpression = (expression: Expression): string => {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.literal);
    case 'property':
      return expression.name;
    case 'call':
      return `${expression.name}(${expression.args.map(printExpression).join(', ')})`;
    case 'not':
      return `not ${printOperand(expression.operand, UNARY)}`;
    case 'negate':
      // Directly in front of a literal, the minus sign would become part of the number.
      return `-${expression.operand.kind === 'literal' ? `(${printExpression(expression.operand)})` : printOperand(expression.operand, UNARY)}`;
    case 'comparison':
    case 'arithmetic': {
      const precedence = PRECEDENCE[expression.operator]!;
      return `${printOperand(expression.left, precedence)} ${expression.operator} ${printOperand(expression.right, precedence + 1)}`;
    }
    case 'and':
    case 'or': {
      const precedence = PRECEDENCE[expression.kind]!;
      return expression.operands
        .map((operand) => printOperand(operand, precedence + 1))
        .join(` ${expression.kind} `);
    }
  }
};

const printOperand = (expression: Expression, minPrecedence: number): string => {
  const text = printExpression(expression);
  return getPrecedence(expression) < minPrecedence ? `(${text})` : text;
};

const getPrecedence = (expression: Expression): number => {
  switch (expression.kind) {
    case 'comparison':
    case 'arithmetic':
      return PRECEDENCE[expression.operator]!;
    case 'and':
    case 'or':
      return PRECEDENCE[expression.kind]!;
    case 'not':
    case 'negate':
      return UNARY;
    default:
      return PRIMARY;
  }
};

const SUFFIXES: Partial<Record<Literal['type'], string>> = {
  Int64: 'L',
  Single: 'f',
  Double: 'd',
  Decimal: 'm',
};
const PREFIXES: Partial<Record<Literal['type'], string>> = {
  DateTime: 'datetime',
  DateTimeOffset: 'datetimeoffset',
  Guid: 'guid',
  Binary: 'X',
};

const printLiteral = ({ type, value }: Literal): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  const prefix = PREFIXES[type];
  if (prefix !== undefined) return `${prefix}'${value}'`;
  if (type === 'String') return `'${value.replaceAll("'", "''")}'`;
  if (type === 'Time') return `time'${printDuration(BigInt(value))}'`;
  const suffix = SUFFIXES[type] ?? '';
  const specialValue = { Infinity: 'INF', '-Infinity': '-INF', NaN: 'NaN' }[value];
  if (specialValue !== undefined) return type === 'Single' ? `${specialValue}f` : specialValue;
  return `${value}${suffix}`;
};

const printDuration = (ticks: bigint): string => {
  const [sign, absoluteTicks] = ticks < 0n ? ['-', -ticks] : ['', ticks];
  return `${sign}P${absoluteTicks / 864_000_000_000n}DT${(absoluteTicks % 864_000_000_000n) / 10_000_000n}.${String(absoluteTicks % 10_000_000n).padStart(7, '0')}S`;
};
