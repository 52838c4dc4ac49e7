import fc from 'fast-check';
import { ARITHMETIC, COMPARISONS, type Expression } from '#service/odata/syntax.ts';
import { propertiesOf, SAMPLE_TYPES, type SampleType, VALUES } from './random-rows.ts';

/* Random well-typed expressions of every type, according to decision O3. */

type Expressions = fc.Arbitrary<Expression>;

/** Types that are accepted in place of a type. */
const CONVERTIBLE: Partial<Record<SampleType, SampleType[]>> = {
  Int64: ['Int32'],
  Decimal: ['Int32', 'Int64'],
  Single: ['Int32', 'Int64'],
  Double: ['Int32', 'Int64', 'Single'],
  DateTimeOffset: ['DateTime'],
};
const FRACTIONS: SampleType[] = ['Single', 'Double', 'Decimal'];
const NULL: Expression = { kind: 'literal', at: 0, text: '', literal: { type: 'Null', value: null } };
const DEPTH = 4;

const expressionsOf = (type: SampleType, tie: (type: SampleType) => Expressions): Expressions => {
  const property: Expressions = fc
    .constantFrom(...propertiesOf(type))
    .map((name) => ({ kind: 'property', at: 0, name }));
  const literal: Expressions = VALUES[type].map((value) => ({
    kind: 'literal',
    at: 0,
    text: '',
    literal: { type, value },
  }));
  const simple = fc.oneof(
    { weight: 4, arbitrary: property },
    { weight: 3, arbitrary: literal },
    // In fractions, null would be an integer and round(null) a Decimal.
    { weight: FRACTIONS.includes(type) ? 0 : 1, arbitrary: fc.constant(NULL) },
  );
  const composite = compositesOf(type, tie);
  if (composite.length === 0) return simple;
  return fc.oneof({ maxDepth: DEPTH, depthIdentifier: 'expression' }, simple, ...composite);
};

const compositesOf = (type: SampleType, tie: (type: SampleType) => Expressions): Expressions[] => {
  const call = (name: string, ...args: Expressions[]): Expressions =>
    fc.tuple(...args).map((given) => ({ kind: 'call', at: 0, name, args: given }));
  const texts = tie('String');
  switch (type) {
    case 'Boolean':
      return [
        ...SAMPLE_TYPES.map((left) => comparisonsOf(left, tie)),
        call('substringof', texts, texts),
        call('startswith', texts, texts),
        call('endswith', texts, texts),
        tie('Boolean').map((operand) => ({ kind: 'not', at: 0, operand })),
        chainsOf('and', tie),
        chainsOf('or', tie),
      ];
    case 'String':
      return [
        ...['tolower', 'toupper', 'trim'].map((name) => call(name, texts)),
        call('concat', texts, texts),
        call('replace', texts, texts, texts),
        call('substring', texts, tie('Int32')),
        call('substring', texts, tie('Int32'), tie('Int32')),
      ];
    case 'Int32':
      return [
        ...arithmeticOf(type, tie),
        call('length', texts),
        call('indexof', texts, texts),
        ...['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => call(name, tie('DateTime'))),
        ...['hour', 'minute', 'second'].map((name) => call(name, tie('Time'))),
        call('day', tie('DateTimeOffset')),
      ];
    case 'Int64':
    case 'Single':
      return arithmeticOf(type, tie);
    case 'Decimal':
      return [
        ...arithmeticOf(type, tie),
        ...['round', 'floor', 'ceiling'].flatMap((name) => [
          call(name, tie('Decimal')),
          call(name, tie('Int32')),
        ]),
      ];
    case 'Double':
      return [
        ...arithmeticOf(type, tie),
        ...['round', 'floor', 'ceiling'].flatMap((name) => [
          call(name, tie('Double')),
          call(name, tie('Single')),
        ]),
      ];
    default:
      return [];
  }
};

const orConvertible = (type: SampleType, tie: (type: SampleType) => Expressions): Expressions =>
  fc.oneof(tie(type), ...(CONVERTIBLE[type] ?? []).map(tie));

const comparisonsOf = (type: SampleType, tie: (type: SampleType) => Expressions): Expressions => {
  const operators = type === 'Binary' ? (['eq', 'ne'] as const) : COMPARISONS;
  return fc
    .tuple(fc.constantFrom(...operators), tie(type), orConvertible(type, tie), fc.boolean())
    .map(([operator, one, other, swap]) => ({
      kind: 'comparison',
      at: 0,
      operator,
      left: swap ? other : one,
      right: swap ? one : other,
    }));
};

const arithmeticOf = (type: SampleType, tie: (type: SampleType) => Expressions): Expressions[] => [
  fc
    .tuple(fc.constantFrom(...ARITHMETIC), tie(type), orConvertible(type, tie), fc.boolean())
    .map(([operator, one, other, swap]) => ({
      kind: 'arithmetic',
      at: 0,
      operator,
      left: swap ? other : one,
      right: swap ? one : other,
    })),
  tie(type).map((operand) => ({ kind: 'negate', at: 0, operand })),
];

const chainsOf = (kind: 'and' | 'or', tie: (type: SampleType) => Expressions): Expressions =>
  fc.array(tie('Boolean'), { minLength: 2, maxLength: 3 }).map((operands) => ({ kind, at: 0, operands }));

const generated = fc.letrec<Record<string, Expression>>((tie) =>
  Object.fromEntries(SAMPLE_TYPES.map((type) => [type, expressionsOf(type, (of) => tie(of))])),
);

/** Filters. */
export const booleans = generated.Boolean!;
/** Keys to sort by. */
export const comparable = fc.oneof(
  ...SAMPLE_TYPES.filter((type) => type !== 'Binary').map((type) => generated[type]!),
);
