import fc from 'fast-check';
import { ARITHMETIC, COMPARISONS, type Expression } from '#service/odata/syntax.ts';
import { listPropertyNames, RANDOM_VALUES, SAMPLE_TYPES, type SampleType } from './random-rows.ts';

/* Random well-typed expressions of every type, according to decision O3. */

type Expressions = fc.Arbitrary<Expression>;

/** For each type, the other types accepted in its place. */
const CONVERTIBLE_TYPES: Partial<Record<SampleType, SampleType[]>> = {
  Int64: ['Int32'],
  Decimal: ['Int32', 'Int64'],
  Single: ['Int32', 'Int64'],
  Double: ['Int32', 'Int64', 'Single'],
  DateTimeOffset: ['DateTime'],
};
const FRACTIONAL_TYPES: SampleType[] = ['Single', 'Double', 'Decimal'];
const NULL_LITERAL: Expression = {
  kind: 'literal',
  position: 0,
  text: '',
  literal: { type: 'Null', value: null },
};
const MAX_DEPTH = 4;

const createExpressions = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions => {
  const property: Expressions = fc
    .constantFrom(...listPropertyNames(type))
    .map((name) => ({ kind: 'property', position: 0, name }));
  const literal: Expressions = RANDOM_VALUES[type].map((value) => ({
    kind: 'literal',
    position: 0,
    text: '',
    literal: { type, value },
  }));
  const simpleExpressions = fc.oneof(
    { weight: 4, arbitrary: property },
    { weight: 3, arbitrary: literal },
    // Null must not replace a fraction, because it would count as an integer, and round(null) as a Decimal.
    { weight: FRACTIONAL_TYPES.includes(type) ? 0 : 1, arbitrary: fc.constant(NULL_LITERAL) },
  );
  const compositeExpressions = createComposites(type, getExpressions);
  if (compositeExpressions.length === 0) return simpleExpressions;
  return fc.oneof(
    { maxDepth: MAX_DEPTH, depthIdentifier: 'expression' },
    simpleExpressions,
    ...compositeExpressions,
  );
};

const createComposites = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions[] => {
  const createCalls = (name: string, ...args: Expressions[]): Expressions =>
    fc.tuple(...args).map((args) => ({ kind: 'call', position: 0, name, args }));
  const strings = getExpressions('String');
  switch (type) {
    case 'Boolean':
      return [
        ...SAMPLE_TYPES.map((left) => createComparisons(left, getExpressions)),
        createCalls('substringof', strings, strings),
        createCalls('startswith', strings, strings),
        createCalls('endswith', strings, strings),
        getExpressions('Boolean').map((operand) => ({ kind: 'not', position: 0, operand })),
        createLogicalExpressions('and', getExpressions),
        createLogicalExpressions('or', getExpressions),
      ];
    case 'String':
      return [
        ...['tolower', 'toupper', 'trim'].map((name) => createCalls(name, strings)),
        createCalls('concat', strings, strings),
        createCalls('replace', strings, strings, strings),
        createCalls('substring', strings, getExpressions('Int32')),
        createCalls('substring', strings, getExpressions('Int32'), getExpressions('Int32')),
      ];
    case 'Int32':
      return [
        ...createArithmetic(type, getExpressions),
        createCalls('length', strings),
        createCalls('indexof', strings, strings),
        ...['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) =>
          createCalls(name, getExpressions('DateTime')),
        ),
        ...['hour', 'minute', 'second'].map((name) => createCalls(name, getExpressions('Time'))),
        createCalls('day', getExpressions('DateTimeOffset')),
      ];
    case 'Int64':
    case 'Single':
      return createArithmetic(type, getExpressions);
    case 'Decimal':
      return [
        ...createArithmetic(type, getExpressions),
        ...['round', 'floor', 'ceiling'].flatMap((name) => [
          createCalls(name, getExpressions('Decimal')),
          createCalls(name, getExpressions('Int32')),
        ]),
      ];
    case 'Double':
      return [
        ...createArithmetic(type, getExpressions),
        ...['round', 'floor', 'ceiling'].flatMap((name) => [
          createCalls(name, getExpressions('Double')),
          createCalls(name, getExpressions('Single')),
        ]),
      ];
    default:
      return [];
  }
};

const includeConvertibleTypes = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions => fc.oneof(getExpressions(type), ...(CONVERTIBLE_TYPES[type] ?? []).map(getExpressions));

const createComparisons = (
  type: SampleType,
  getExpressions: (type: SampleType) => Expressions,
): Expressions => {
  const operators = type === 'Binary' ? (['eq', 'ne'] as const) : COMPARISONS;
  return fc
    .tuple(
      fc.constantFrom(...operators),
      getExpressions(type),
      includeConvertibleTypes(type, getExpressions),
      fc.boolean(),
    )
    .map(([operator, left, right, isSwapped]) => ({
      kind: 'comparison',
      position: 0,
      operator,
      left: isSwapped ? right : left,
      right: isSwapped ? left : right,
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
      includeConvertibleTypes(type, getExpressions),
      fc.boolean(),
    )
    .map(([operator, left, right, isSwapped]) => ({
      kind: 'arithmetic',
      position: 0,
      operator,
      left: isSwapped ? right : left,
      right: isSwapped ? left : right,
    })),
  getExpressions(type).map((operand) => ({ kind: 'negate', position: 0, operand })),
];

const createLogicalExpressions = (
  kind: 'and' | 'or',
  getExpressions: (type: SampleType) => Expressions,
): Expressions =>
  fc
    .array(getExpressions('Boolean'), { minLength: 2, maxLength: 3 })
    .map((operands) => ({ kind, position: 0, operands }));

const expressionsByType = fc.letrec<Record<string, Expression>>((getExpressions) =>
  Object.fromEntries(
    SAMPLE_TYPES.map((type) => [
      type,
      createExpressions(type, (requestedType) => getExpressions(requestedType)),
    ]),
  ),
);

export const filterExpressions = expressionsByType.Boolean!;
export const sortKeyExpressions = fc.oneof(
  ...SAMPLE_TYPES.filter((type) => type !== 'Binary').map((type) => expressionsByType[type]!),
);
