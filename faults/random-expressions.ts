import fc from 'fast-check';
import { ARITHMETIC, COMPARISONS, type Expression } from '#service/odata/syntax.ts';
import { listProperties, SAMPLE_TYPES, type SampleType, VALUES } from './random-rows.ts';

/* Random well-typed expressions of every type, according to decision O3. */

type Expressions = fc.Arbitrary<Expression>;

/** For each type, the other types accepted in its place. */
const CONVERTIBLE: Partial<Record<SampleType, SampleType[]>> = {
  Int64: ['Int32'],
  Decimal: ['Int32', 'Int64'],
  Single: ['Int32', 'Int64'],
  Double: ['Int32', 'Int64', 'Single'],
  DateTimeOffset: ['DateTime'],
};
const FRACTIONS: SampleType[] = ['Single', 'Double', 'Decimal'];
const NULL: Expression = { kind: 'literal', position: 0, text: '', literal: { type: 'Null', value: null } };
const DEPTH = 4;

const createExpressions = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions => {
  const property: Expressions = fc
    .constantFrom(...listProperties(type))
    .map((name) => ({ kind: 'property', position: 0, name }));
  const literal: Expressions = VALUES[type].map((value) => ({
    kind: 'literal',
    position: 0,
    text: '',
    literal: { type, value },
  }));
  const simple = fc.oneof(
    { weight: 4, arbitrary: property },
    { weight: 3, arbitrary: literal },
    // Not in place of a fraction: null would count as an integer, and round(null) as a Decimal.
    { weight: FRACTIONS.includes(type) ? 0 : 1, arbitrary: fc.constant(NULL) },
  );
  const composite = createComposites(type, getExpressions);
  if (composite.length === 0) return simple;
  return fc.oneof({ maxDepth: DEPTH, depthIdentifier: 'expression' }, simple, ...composite);
};

const createComposites = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions[] => {
  const call = (name: string, ...args: Expressions[]): Expressions =>
    fc.tuple(...args).map((args) => ({ kind: 'call', position: 0, name, args }));
  const strings = getExpressions('String');
  switch (type) {
    case 'Boolean':
      return [
        ...SAMPLE_TYPES.map((left) => createComparisons(left, getExpressions)),
        call('substringof', strings, strings),
        call('startswith', strings, strings),
        call('endswith', strings, strings),
        getExpressions('Boolean').map((operand) => ({ kind: 'not', position: 0, operand })),
        createChains('and', getExpressions),
        createChains('or', getExpressions),
      ];
    case 'String':
      return [
        ...['tolower', 'toupper', 'trim'].map((name) => call(name, strings)),
        call('concat', strings, strings),
        call('replace', strings, strings, strings),
        call('substring', strings, getExpressions('Int32')),
        call('substring', strings, getExpressions('Int32'), getExpressions('Int32')),
      ];
    case 'Int32':
      return [
        ...createArithmetic(type, getExpressions),
        call('length', strings),
        call('indexof', strings, strings),
        ...['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) =>
          call(name, getExpressions('DateTime')),
        ),
        ...['hour', 'minute', 'second'].map((name) => call(name, getExpressions('Time'))),
        call('day', getExpressions('DateTimeOffset')),
      ];
    case 'Int64':
    case 'Single':
      return createArithmetic(type, getExpressions);
    case 'Decimal':
      return [
        ...createArithmetic(type, getExpressions),
        ...['round', 'floor', 'ceiling'].flatMap((name) => [
          call(name, getExpressions('Decimal')),
          call(name, getExpressions('Int32')),
        ]),
      ];
    case 'Double':
      return [
        ...createArithmetic(type, getExpressions),
        ...['round', 'floor', 'ceiling'].flatMap((name) => [
          call(name, getExpressions('Double')),
          call(name, getExpressions('Single')),
        ]),
      ];
    default:
      return [];
  }
};

const orConvertible = (type: SampleType, getExpressions: (type: SampleType) => Expressions): Expressions =>
  fc.oneof(getExpressions(type), ...(CONVERTIBLE[type] ?? []).map(getExpressions));

const createComparisons = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions => {
  const operators = type === 'Binary' ? (['eq', 'ne'] as const) : COMPARISONS;
  return fc
    .tuple(
      fc.constantFrom(...operators),
      getExpressions(type),
      orConvertible(type, getExpressions),
      fc.boolean(),
    )
    .map(([operator, left, right, swap]) => ({
      kind: 'comparison',
      position: 0,
      operator,
      left: swap ? right : left,
      right: swap ? left : right,
    }));
};

const createArithmetic = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions[] => [
  fc
    .tuple(
      fc.constantFrom(...ARITHMETIC),
      getExpressions(type),
      orConvertible(type, getExpressions),
      fc.boolean(),
    )
    .map(([operator, left, right, swap]) => ({
      kind: 'arithmetic',
      position: 0,
      operator,
      left: swap ? right : left,
      right: swap ? left : right,
    })),
  getExpressions(type).map((operand) => ({ kind: 'negate', position: 0, operand })),
];

const createChains = (kind: 'and' | 'or', getExpressions: (type: SampleType) => Expressions): Expressions =>
  fc
    .array(getExpressions('Boolean'), { minLength: 2, maxLength: 3 })
    .map((operands) => ({ kind, position: 0, operands }));

const generated = fc.letrec<Record<string, Expression>>((getExpressions) =>
  Object.fromEntries(
    SAMPLE_TYPES.map((type) => [type, createExpressions(type, (elementType) => getExpressions(elementType))]),
  ),
);

/** Filter expressions. */
export const booleans = generated.Boolean!;
/** Sort keys. */
export const comparable = fc.oneof(
  ...SAMPLE_TYPES.filter((type) => type !== 'Binary').map((type) => generated[type]!),
);
