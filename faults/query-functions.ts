import { DECIMAL_SCALE, requireBigInt, type TypedValue, type Value } from './query-values.ts';

/** Calls an OData function. Returns null if an argument is null (decision O4). */
export const callFunction = (name: string, args: TypedValue[]): TypedValue => {
  const isRounding = name === 'round' || name === 'floor' || name === 'ceiling';
  const type = isRounding ? getRoundedType(args[0]!) : RESULT_TYPES[name]!;
  if (args.some(({ value }) => value === null)) return { type, value: null };
  const [first] = args;
  if (isRounding) return { type, value: roundValue(name, first!) };
  if (typeof first!.value === 'bigint') {
    const parts = first!.type === 'Time' ? splitTime(first!.value) : splitInstant(first!.value);
    return { type, value: BigInt(parts[name]!) };
  }
  return {
    type,
    value: callTextFunction(
      name,
      args.map(({ value }) => value),
    ),
  };
};

const RESULT_TYPES: Readonly<Record<string, TypedValue['type']>> = {
  ...Object.fromEntries(['substringof', 'startswith', 'endswith'].map((name) => [name, 'Boolean'])),
  ...Object.fromEntries(
    ['length', 'indexof', 'year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => [name, 'Int32']),
  ),
  ...Object.fromEntries(
    ['tolower', 'toupper', 'trim', 'concat', 'replace', 'substring'].map((name) => [name, 'String']),
  ),
};

const callTextFunction = (name: string, values: Value[]): Value => {
  const [a = '', b = '', c = ''] = values.map((value) => (typeof value === 'string' ? value : ''));
  const characters = [...a];
  switch (name) {
    case 'substringof':
      return b.includes(a);
    case 'startswith':
      return a.startsWith(b);
    case 'endswith':
      return a.endsWith(b);
    case 'length':
      return BigInt(characters.length);
    case 'indexof': {
      const index = a.indexOf(b);
      return BigInt(index === -1 ? -1 : [...a.slice(0, index)].length);
    }
    case 'tolower':
      return a.toLowerCase();
    case 'toupper':
      return a.toUpperCase();
    case 'trim':
      return a.trim();
    case 'concat':
      return a + b;
    case 'replace':
      return b === '' ? a : a.replaceAll(b, () => c);
    default: {
      const start = clamp(requireBigInt(values[1]!), characters.length);
      const length =
        values.length === 3 ? clamp(requireBigInt(values[2]!), characters.length) : characters.length;
      return characters.slice(start, start + length).join('');
    }
  }
};

const clamp = (index: bigint, length: number): number =>
  index < 0n ? 0 : index > BigInt(length) ? length : Number(index);

const splitInstant = (micros: bigint): Record<string, number> => {
  const date = new Date(Number(micros / 1_000n) - (micros < 0n && micros % 1_000n !== 0n ? 1 : 0));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
};

const splitTime = (ticks: bigint): Record<string, bigint> => {
  const seconds = ticks / 10_000_000n;
  return { hour: (seconds / 3_600n) % 24n, minute: (seconds / 60n) % 60n, second: seconds % 60n };
};

const getRoundedType = ({ type }: TypedValue) =>
  type === 'Single' || type === 'Double' ? 'Double' : 'Decimal';

const roundValue = (name: string, { type, value }: TypedValue): Value => {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return value;
    const roundedHalfAwayFromZero =
      Math.trunc(value) + (Math.abs(value - Math.trunc(value)) >= 0.5 ? Math.sign(value) : 0);
    return { round: roundedHalfAwayFromZero, floor: Math.floor(value), ceiling: Math.ceil(value) }[name]! + 0;
  }
  const integer = requireBigInt(value);
  if (type !== 'Decimal') return integer * DECIMAL_SCALE;
  const whole = integer / DECIMAL_SCALE;
  const remainder = integer % DECIMAL_SCALE;
  const magnitude = remainder < 0n ? -remainder : remainder;
  const step = { round: 2n * magnitude >= DECIMAL_SCALE, floor: remainder < 0n, ceiling: remainder > 0n }[
    name
  ]
    ? integer < 0n
      ? -1n
      : 1n
    : 0n;
  return (whole + step) * DECIMAL_SCALE;
};
